import TestSupport
import Testing

extension CommandTests {
    /// Causes of a stopped clock are reported with advice, and what was recorded is kept.
    @Suite("Hangs on the virtual clock")
    struct ClockHangs {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        @Test("A page that hangs ends the recording; frames so far are kept")
        func spin() async throws {
            let outcome = try await VirtualRecording.run(
                Fixture.page("hostile/spin.html"), to: output, TestPage.small + ["--hang-timeout", "3s"])
            try await VirtualRecording.expectHang(
                outcome, output: output, frames: 30, naming: ["--hang-timeout", "--clock realtime"])
        }

        @Test("A page that hangs before its start writes no file: 12", .full)
        func spinBeforeStart() async throws {
            let page = try folder.write("page.html", TestPage.html(script: "while (true);"))
            let outcome = try await VirtualRecording.run(page, to: output, TestPage.small + ["--hang-timeout", "3s"])
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("--clock realtime"), "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test(
            "A step in which the page hangs ends the recording; frames so far are kept",
            arguments: [
                "- {at: 500ms, evaluate: 'for (;;);'}", "- {at: 500ms, fill: text, into: input}",
                "- {at: 500ms, check: '#box'}", "- {at: 500ms, hover: div}", "- {at: 500ms, click: button}",
                "- {at: 500ms, expect: {script: 'hang()'}}",
            ])
        func step(text: String) async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    body: """
                        <script>const hang = () => { for (;;); }</script>
                        <input oninput="hang()"><input type="checkbox" id="box" onchange="hang()">
                        <div onmousemove="hang()">text</div><button onfocus="hang()">text</button>
                        """, script: "send('start')"))
            let steps = try folder.write("steps.yaml", text)
            let outcome = try await VirtualRecording.run(
                page, to: output, TestPage.small + ["--hang-timeout", "2s", "--do", steps])
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            let summary = try outcome.summary
            #expect(summary.exitReason == "hung")
            // It hangs before the frame of that refresh.
            #expect((12...16).contains(summary.frames), "\(summary.frames)")
            #expect(try await Probe.read(output).video?.packetCount == summary.frames)
            #expect(summary.warnings.last?.contains("--hang-timeout") == true, "\(summary.warnings)")
            #expect(!summary.warnings.contains { $0.contains("could not be done") }, "\(summary.warnings)")
        }

        @Test("A page that becomes idle again and again without end ends the recording too", .full)
        func endlessPictures() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        send('start');
                        const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
                        const next = () => {
                            const image = new Image();
                            image.onload = next;
                            image.src = picture;
                        };
                        after(510, next);
                        """))
            let outcome = try await VirtualRecording.run(page, to: output, TestPage.small + ["--hang-timeout", "2s"])
            try await VirtualRecording.expectHang(
                outcome, output: output, frames: 16, naming: ["--hang-timeout", "--clock realtime"])
        }

        @Test("A page that cannot end by itself is killed", .full)
        func ending() async throws {
            let page = TestPage.html(
                script: """
                    send('start');
                    after(500, () => {
                        console.log('stuck now');
                        const request = new XMLHttpRequest();
                        request.open('GET', '/never', false);
                        request.send();
                    });
                    """)
            let pages = ["/": WebServer.Page(page), "/never": WebServer.Page("", after: .seconds(300))]
            try await WebServer.serving(pages) { server in
                var descendants: [ProcessTable.Entry] = []
                let outcome = try await Pagereel.run(
                    ["record", server.url("/"), "-o", output, "--verbose", "--network", "run", "--duration", "1s"]
                        + TestPage.small
                ) { recording in
                    try await recording.wait(for: "stuck now")
                    descendants = recording.descendants
                }
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                #expect(descendants.contains { $0.name == "WebKitWebProces" })
                try await descendants.waitForEnd()
            }
        }
    }
}
