import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Requests that a recording does not support are declined with a message, and the recording
    /// continues.
    @Suite("Hostile pages")
    struct HostilePages {
        private let folder: TemporaryFolder
        private let output: String
        private let home: String

        init() throws {
            folder = try TemporaryFolder()
            home = try folder.makeFolder("home")
            output = folder.path("out.mp4")
        }

        /// Records a demanding page; it must reach its own end at its own size, and leave nothing
        /// else.
        private func record(_ page: String, seconds: Double = 1) async throws -> Summary {
            let before = folder.contents
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + ["--max-duration", "10s"],
                environment: ["PATH": Pagereel.systemPath, "HOME": home])
            #expect(summary.exitReason == "stopped")
            #expect(abs(summary.duration - seconds) < 0.15, "\(summary.duration) s")
            let video = try #require(try await Probe.read(output).video)
            #expect(video.width == 320)
            #expect(video.height == 180)
            // Hidden folders are the engine's own; a page cannot create them.
            #expect(folder.contents.filter { !$0.contains("/.") } == (before + ["out.mp4"]).sorted())
            return summary
        }

        @Test("Dialogs and printing are declined with a message", .full)
        func dialogs() async throws {
            let summary = try await record(Fixture.page("hostile/dialogs.html"))
            #expect(summary.title == #"{"alert":"undefined","confirm":false,"prompt":null}"#)
            for word in ["alert", "confirm", "prompt", "print"] {
                #expect(summary.warnings.contains { $0.contains(word) }, "\(summary.warnings)")
            }
        }

        @Test("No window opens", .full)
        func windows() async throws {
            let summary = try await record(Fixture.page("hostile/windows.html"))
            #expect(!summary.title.contains("true"))
            #expect(summary.warnings.contains { $0.contains("window") }, "\(summary.warnings)")
        }

        @Test("Nothing is downloaded")
        func download() async throws {
            let summary = try await record(Fixture.page("hostile/download.html"))
            #expect(summary.warnings.contains { $0.contains("download") }, "\(summary.warnings)")
        }

        @Test("Camera, microphone, location and notifications are denied", .full)
        func permissions() async throws {
            // HTTP from this machine counts as secure; elsewhere the page could not even ask.
            try await WebServer.serving([:]) { server in
                let summary = try await record(server.url("/fixtures/hostile/permissions.html"))
                #expect(!summary.title.contains("granted"))
                #expect(!summary.title.contains("no answer"), "\(summary.title)")
                #expect(summary.warnings.contains { $0.contains("where it is") }, "\(summary.warnings)")
                // Also on a machine without a camera.
                #expect(summary.title.contains(#""camera":"NotAllowedError""#), "\(summary.title)")
                #expect(
                    summary.warnings.count { $0.contains("use a camera or microphone") } == 1, "\(summary.warnings)")
            }
        }

        @Test("Fullscreen mode does not change the size of the view", .full)
        func fullScreen() async throws {
            let summary = try await record(Fixture.page("hostile/full-screen.html"))
            #expect(summary.title != "no answer")
            let video = try await Probe.read(output).video
            #expect(video?.width == 320)
            #expect(video?.height == 180)
        }

        @Test("Requests during the recording do not lengthen it", .full)
        func midRecording() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        send('start');
                        after(200, () => {
                            alert('Stop!'); resizeTo(50, 50); moveTo(9, 9); close();
                            document.title = 'x'.repeat(1 << 20);
                        });
                        after(1000, () => send('stop'));
                        """))
            let summary = try await record(page)
            #expect(summary.warnings.contains { $0.contains("alert") })
        }

        @Test("A page that reloads endlessly is recorded to its end", .full, arguments: ["virtual", "realtime"])
        func storm(clock: String) async throws {
            let summary = try await Pagereel.record(
                Fixture.page("hostile/storm.html"), to: output,
                TestPage.small + ["--clock", clock, "--start-on", "load", "--duration", "200ms"])
            #expect(summary.frames == 6)
        }

        @Test("Recording continues on a second page, with its signals", .full)
        func goesOn() async throws {
            let first = try folder.write(
                "first.html",
                TestPage.html(script: "send('start'); after(300, () => { location.href = 'second.html'; });"))
            try folder.write(
                "second.html",
                TestPage.html(
                    body: "<style>body { background: #0f0 !important }</style>",
                    script: "after(500, () => send('stop'));"))
            let summary = try await Pagereel.record(first, to: output, TestPage.small + ["--max-duration", "10s"])
            #expect(summary.signalNames == ["start", "stop"])
            #expect(summary.warnings.count == 1 && summary.warnings[0].contains("second.html"), "\(summary.warnings)")
            let last = try #require(try await FrameDecoder.frames(of: output, as: .rgb24).last)
            #expect(last.mean(x: 100, y: 100, width: 20, height: 20)[1] > 230)
        }

        @Test("Navigation to an HTTP error is reported", .full)
        func goesToError() async throws {
            let first = TestPage.html(
                script: """
                    send('start');
                    after(300, () => { location.href = '/gone'; });
                    """)
            let gone = WebServer.Page(TestPage.html(script: "after(200, () => send('stop'));"), status: 404)
            try await WebServer.serving(["/": WebServer.Page(first), "/gone": gone]) { server in
                let summary = try await Pagereel.record(
                    server.url("/"), to: output, TestPage.small + ["--max-duration", "10s"])
                #expect(summary.warnings.contains { $0.contains("/gone") && $0.contains("404") }, "\(summary.warnings)")
            }
        }

        @Test("A local page cannot show files outside its folder")
        func filesOutside() async throws {
            try folder.write("secret.html", "<title>Secret</title><script>parent.postMessage('secret', '*')</script>")
            _ = try folder.makeFolder("site/sub")
            try folder.write(
                "site/sub/frame.html", "<title>Frame</title><script>parent.postMessage('frame', '*')</script>")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("site/link.html"), withDestinationPath: "../secret.html")
            let page = try folder.write(
                "site/page.html",
                TestPage.html(
                    body: """
                        <script>const heard = []; onmessage = ({ data }) => { heard.push(data); };</script>
                        <iframe src="sub/frame.html"></iframe>
                        <iframe src="../secret.html"></iframe>
                        <iframe src="link.html"></iframe>
                        <iframe src="file:///etc/passwd"></iframe>
                        """,
                    script: """
                        send('start');
                        after(500, () => { location.href = '../secret.html'; });
                        after(1000, () => { document.title = heard.join(' '); send('stop'); });
                        """))
            let summary = try await Pagereel.record(page, to: output, TestPage.small + ["--max-duration", "10s"])
            #expect(summary.title == "frame")
            // The page asks for one of the three twice.
            #expect(summary.warnings.count { $0.contains("outside the page's folder") } == 3, "\(summary.warnings)")
        }

        @Test(
            "A page over the memory limit is killed; frames so far are kept",
            arguments: ["virtual", "realtime"])
        func memory(clock: String) async throws {
            let outcome = try await Pagereel.run(
                ["record", Fixture.page("hostile/memory.html"), "-o", output, "--json", "--clock", clock]
                    + TestPage.small + ["--start-on", "signal", "--duration", "60s", "--max-memory", "700M"])
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            let summary = try outcome.summary
            #expect(summary.exitReason == "crashed")
            #expect(summary.warnings.last?.contains("700 MiB of memory (--max-memory)") == true, "\(summary.warnings)")
            #expect(try await Probe.read(output).video?.packetCount == summary.frames)
        }
    }
}
