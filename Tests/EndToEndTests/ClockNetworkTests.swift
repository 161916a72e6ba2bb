import TestSupport
import Testing

extension CommandTests {
    /// The page's time stands still while it waits for the network, by default.
    @Suite("The network on the virtual clock")
    struct ClockNetwork {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        @Test("An unanswered request holds the page's time and is named")
        func silentRequest() async throws {
            let silent = try SilentPort(accepts: true)
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: "send('start'); after(510, () => fetch('\(silent.url)')); after(1000, () => send('stop'));"
                ))
            let outcome = try await VirtualRecording.run(page, to: output, TestPage.small + ["--hang-timeout", "3s"])
            try await VirtualRecording.expectHang(
                outcome, output: output, frames: 16, naming: ["--hang-timeout", silent.url, "--network run"])
        }

        @Test("A missing picture prevents the start and is named: 11")
        func silentPicture() async throws {
            let silent = try SilentPort(accepts: true)
            let page = try folder.write(
                "page.html", TestPage.timed(500, body: "<img src='\(silent.url)'>"))
            let outcome = try await VirtualRecording.run(page, to: output, TestPage.small + ["--start-timeout", "2s"])
            #expect(outcome.exitCode == 11, "\(outcome.standardError)")
            for word in ["--start-timeout", silent.url, "--network run"] {
                #expect(outcome.standardError.contains(word), "\(outcome.standardError)")
            }
            #expect(folder.contents == ["page.html"])
        }

        /// A page that makes three kinds of requests, and gives up on each after 1 s of page
        /// time.
        private static func impatient(_ address: String) -> String {
            TestPage.html(
                body: "<img src=/images/frame-numbers.png>",
                script: """
                    const address = '\(address)';
                    const asked = [
                        Promise.race([fetch(address + '?1').then(answer => answer.text()),
                            new Promise(next => after(1000, () => next('late')))]),
                        fetch(address + '?2', { signal: AbortSignal.timeout(1000) })
                            .then(answer => answer.text(), () => 'late'),
                        new Promise(next => {
                            const request = new XMLHttpRequest();
                            request.open('GET', address + '?3');
                            request.timeout = 1000;
                            request.onload = () => next(request.responseText);
                            request.ontimeout = () => next('late');
                            request.send();
                        }),
                    ];
                    send('start');
                    Promise.all(asked).then(said => { document.title = said; after(500, () => send('stop')); });
                    """)
        }

        @Test("The page's timeouts do not fire while time is held")
        func slowAnswer() async throws {
            let pages = [
                "/": WebServer.Page(Self.impatient("/slow")), "/slow": .init("here", after: .seconds(3)),
            ]
            try await WebServer.serving(pages) { server in
                let summary = try await VirtualRecording.record(server.url("/"), to: output)
                #expect(summary.title == "here,here,here")
                // However long it took, the response came at once for the page.
                #expect(summary.frames == 15)
            }
        }

        @Test("With --network run, the page's timeout fires")
        func networkRuns() async throws {
            let silent = try SilentPort(accepts: true)
            let page = try folder.write("page.html", Self.impatient(silent.url))
            let summary = try await VirtualRecording.record(
                page, to: output, TestPage.small + ["--network", "run"])
            #expect(summary.title == "late,late,late")
            #expect(summary.frames == 45)
        }

        @Test("A shared worker's requests hold the page's time, as the page's own do")
        func sharedWorker() async throws {
            let page = """
                <!doctype html><title>Asks</title>
                <script>
                const { port } = new SharedWorker('/worker');
                port.onmessage = ({ data }) => {
                    document.title = `${data}, ${Math.floor(performance.now())} ms`;
                    webkit.messageHandlers.pagereel.postMessage('start');
                };
                // Nothing waits for the response to a beacon.
                navigator.sendBeacon('/beacon', 'text');
                </script>
                """
            let worker = """
                const ask = (isAsynchronous, timeout) => new Promise(resolve => {
                    const request = new XMLHttpRequest();
                    request.open('GET', '/slow', isAsynchronous);
                    if (isAsynchronous) request.timeout = timeout;
                    for (const type of ['load', 'error', 'timeout']) request['on' + type] = () => resolve(type);
                    request.send();
                });
                onconnect = async ({ ports: [port] }) => {
                    const answers = [await ask(false), await ask(true, 100), (await fetch('/slow')).status];
                    port.postMessage(answers.join(' '));
                };
                """
            var slow = WebServer.Page("slow")
            slow.delay = .milliseconds(400)
            var beacon = WebServer.Page("")
            beacon.delay = .seconds(4)
            let pages = [
                "/": WebServer.Page(page), "/slow": slow, "/beacon": beacon,
                "/worker": WebServer.Page(worker, headers: ["Content-Type": "text/javascript"]),
            ]
            try await WebServer.serving(pages) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--duration", "100ms"])
                #expect(summary.title == "load load 200, 1 ms")
            }
        }
    }
}
