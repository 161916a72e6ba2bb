import Foundation
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

        @Test("The page's time goes on without a request that has no answer, which is named")
        func silentRequest() async throws {
            let silent = try SilentPort(accepts: true)
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: "send('start'); after(510, () => fetch('\(silent.url)')); after(1000, () => send('stop'));"
                ))
            let outcome = try await VirtualRecording.run(page, to: output, TestPage.small + ["--hang-timeout", "3s"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try outcome.summary
            #expect(summary.exitReason == "stopped")
            #expect(summary.frames == 30)
            #expect(summary.warnings.count == 1)
            for word in ["--hang-timeout", silent.url, "--network run"] {
                #expect(summary.warnings.first?.contains(word) == true, "\(summary.warnings)")
            }
        }

        @Test("A page that polls the same address again and again is held once", .full)
        func polling() async throws {
            let page = TestPage.html(
                script: """
                    let number = 0;
                    const poll = () => {
                        const giveUp = new AbortController();
                        after(200, () => giveUp.abort());
                        fetch('/poll?' + ++number, {signal: giveUp.signal}).catch(poll);
                    };
                    send('start');
                    poll();
                    after(1000, () => { document.title = number; send('stop'); });
                    """)
            let pages = ["/": WebServer.Page(page), "/poll": WebServer.Page("", after: .seconds(300))]
            try await WebServer.serving(pages) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--hang-timeout", "2s"])
                #expect(summary.frames == 30)
                #expect(summary.title == "5")
                #expect(summary.warnings.count == 1)
            }
        }

        @Test(
            "The page's time goes on if requests follow one another without a break", .full,
            arguments: ["send('start'); ask();", "ask(); send('start');"], [false, true])
        func withoutBreak(order: String, inSharedWorker: Bool) async throws {
            let chain = "const poll = () => fetch('/poll').then(poll); poll();"
            let page = TestPage.html(
                script: """
                    const ask = () => { \(inSharedWorker ? "new SharedWorker('/worker.js');" : chain) };
                    after(100, () => { \(order) });
                    after(600, () => send('stop'));
                    """)
            let pages = [
                "/": WebServer.Page(page), "/poll": WebServer.Page("", after: .milliseconds(200)),
                "/worker.js": WebServer.Page(chain, headers: ["Content-Type": "text/javascript"]),
            ]
            try await WebServer.serving(pages) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--hang-timeout", "3s", "--start-timeout", "3s"])
                #expect(summary.exitReason == "stopped")
                #expect(summary.frames == 15)
                #expect(summary.warnings.count == 1, "\(summary.warnings)")
                #expect(summary.warnings.first?.contains("follow one another without a break") == true)
            }
        }

        @Test("A start is not given up because of a request that was left, after a document that was late", .full)
        func leftBeforeStart() async throws {
            let silent = try SilentPort(accepts: true)
            let page = TestPage.html(
                script: "fetch('\(silent.url)'); after(100, () => send('start')); after(600, () => send('stop'));")
            let pages = ["/": WebServer.Page(page, after: .milliseconds(300))]
            try await WebServer.serving(pages) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--start-timeout", "1s"])
                #expect(summary.frames == 15)
                #expect(summary.warnings.count == 1, "\(summary.warnings)")
                #expect(summary.warnings.first?.contains(silent.url) == true)
            }
        }

        @Test("Later requests to the address of a request that was left hold the page's time no more", .full)
        func leftAddress() async throws {
            let silent = try SilentPort(accepts: true)
            let page = TestPage.html(
                script: """
                    const ask = () => {
                        const giveUp = new AbortController();
                        after(50, () => giveUp.abort());
                        fetch('\(silent.url)', {signal: giveUp.signal}).catch(() => {});
                    };
                    // If each held it for 2 s, the start would be given up after 10 s.
                    for (let time = 0; time < 800; time += 100) after(time, ask);
                    after(800, () => send('start'));
                    after(1000, () => send('stop'));
                    """)
            try await WebServer.serving(["/": WebServer.Page(page)]) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--start-timeout", "1s"])
                #expect(summary.frames == 6)
                #expect(summary.warnings.count == 1, "\(summary.warnings)")
            }
        }

        @Test("Neither a beacon nor a ping holds the page's time", .full)
        func beacons() async throws {
            let silent = try SilentPort(accepts: true)
            let page = TestPage.html(
                body: "<a id='link' href='#there' ping='\(silent.url)'>There</a>",
                script: """
                    send('start');
                    navigator.sendBeacon('\(silent.url)');
                    navigator.sendBeacon('\(silent.url)', 'text');
                    navigator.sendBeacon('\(silent.url)', new Blob(['{}'], {type: 'application/json'}));
                    after(100, () => link.click());
                    after(500, () => send('stop'));
                    """)
            try await WebServer.serving(["/": WebServer.Page(page)]) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--hang-timeout", "3s"])
                #expect(summary.frames == 15)
                #expect(summary.warnings == [])
            }
        }

        @Test("A page that never starts is given up, however often its requests hold its time", .full)
        func heldAgainAndAgain() async throws {
            let page = TestPage.html(
                script: "const poll = () => fetch('/poll').then(() => after(40, poll)); poll();")
            let pages = ["/": WebServer.Page(page), "/poll": WebServer.Page("", after: .milliseconds(1200))]
            try await WebServer.serving(pages) { server in
                let outcome = try await VirtualRecording.run(
                    server.url("/"), to: output, TestPage.small + ["--start-timeout", "2s"])
                #expect(outcome.exitCode == 11)
                #expect(outcome.standardError.contains("its requests have taken 20"), "\(outcome.standardError)")
            }
        }

        @Test("A service worker may wait before it answers", .full)
        func serviceWorker() async throws {
            let worker = """
                addEventListener('install', () => skipWaiting());
                addEventListener('activate', event => event.waitUntil(clients.claim()));
                addEventListener('fetch', event => {
                    if (!event.request.url.endsWith('/late')) return;
                    event.respondWith(new Promise(answer => setTimeout(() => answer(new Response('late')), 200)));
                });
                """
            let page = """
                <!doctype html><title>Asks</title>
                <script>
                (async () => {
                    const {serviceWorker} = navigator;
                    await serviceWorker.register('/worker.js');
                    if (!serviceWorker.controller) {
                        await new Promise(next => { serviceWorker.oncontrollerchange = next; });
                    }
                    const begin = performance.now();
                    const text = await (await fetch('/late')).text();
                    document.title = `${text} after ${Math.round(performance.now() - begin)} ms`;
                    webkit.messageHandlers.pagereel.postMessage('start');
                })();
                </script>
                """
            let pages = [
                "/": WebServer.Page(page),
                "/worker.js": WebServer.Page(worker, headers: ["Content-Type": "text/javascript"]),
            ]
            try await WebServer.serving(pages) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--duration", "100ms"])
                #expect(summary.title == "late after 200 ms")
                #expect(summary.warnings == [])
            }
        }

        @Test(
            "Pictures without end do not hold the page's time", .full,
            arguments: ["<img src='/camera'>", "<iframe src='/camera'></iframe>", "<object data='/camera'></object>"])
        func endlessPicture(element: String) async throws {
            let page = """
                <!doctype html><title>Camera</title><canvas></canvas>\(element)
                <script>
                const send = message => webkit.messageHandlers.pagereel.postMessage(message);
                setTimeout(() => send('start'), 500);
                setTimeout(() => send('stop'), 1500);
                </script>
                """
            // Of a frame's, WebKit waits for some.
            try await WebServer.serving(["/": .init(page), "/camera": .camera(1000)]) { server in
                let summary = try await VirtualRecording.record(server.url("/"), to: output)
                #expect(summary.frames == 30)
                #expect(summary.warnings.count == 1, "\(summary.warnings)")
                #expect(summary.warnings.first?.contains("live connection") == true)
            }
        }

        @Test("A page that waits for a picture without end is told which", .full)
        func endlessLoad() async throws {
            let page = "<!doctype html><title>Camera</title><img src='/camera'>"
            try await WebServer.serving(["/": .init(page), "/camera": .camera()]) { server in
                let outcome = try await Pagereel.run(
                    ["record", server.url("/"), "-o", output, "--duration", "1s", "--start-timeout", "5s"])
                #expect(outcome.exitCode == 11)
                #expect(outcome.standardError.contains(server.url("/camera")), "\(outcome.standardError)")
            }
        }

        @Test("A missing picture prevents the start and is named: 11", .full)
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

        @Test("The page's timeouts do not fire while time is held", .full)
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

        @Test("With --network run, the page's timeout fires", .full)
        func networkRuns() async throws {
            let silent = try SilentPort(accepts: true)
            let page = try folder.write("page.html", Self.impatient(silent.url))
            let summary = try await VirtualRecording.record(
                page, to: output, TestPage.small + ["--network", "run"])
            #expect(summary.title == "late,late,late")
            #expect(summary.frames == 45)
        }

        @Test("With --network run, the page's document is awaited in real time, not in the page's")
        func lateDocument() async throws {
            let pages = ["/": WebServer.Page(TestPage.timed(500), after: .seconds(4))]
            try await WebServer.serving(pages) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--network", "run"])
                #expect(summary.frames == 15)
                let refused = try await VirtualRecording.run(
                    server.url("/"), to: output, ["--network", "run", "--overwrite", "--start-timeout", "1s"])
                #expect(refused.exitCode == 66, "\(refused.standardError)")
            }
        }

        @Test("A frame's document holds the page's time only until the frame begins")
        func frames() async throws {
            // Each frame would take 2 s, in real time, if its own request stopped the delay before its first task.
            let page = """
                <!doctype html><title>Frames</title>
                <script>
                let count = 0;
                const next = () => {
                    if (count++ === 40) {
                        document.title = `${Math.round(performance.now() / 10)}`;
                        webkit.messageHandlers.pagereel.postMessage('start');
                        return;
                    }
                    const frame = document.createElement('iframe');
                    frame.onload = () => { frame.remove(); next(); };
                    frame.src = `/frame?${count}`;
                    document.documentElement.append(frame);
                };
                onload = next;
                </script>
                """
            try await WebServer.serving(["/": WebServer.Page(page), "/frame": .init("<p>Frame")]) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--duration", "100ms"], timeout: .seconds(60))
                // About a millisecond each.
                #expect(summary.title == "4")
            }
        }

        @Test("A shared worker's requests hold the page's time, as the page's own do", .full)
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
