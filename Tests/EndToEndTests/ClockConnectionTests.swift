import FlyingFox
import TestSupport
import Testing

extension CommandTests {
    /// Connections that bring something at any time, on the virtual clock.
    @Suite("Live connections on the virtual clock")
    struct ClockConnections {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        /// Sends each message back.
        private struct Echo: WSMessageHandler {
            func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
                let (answers, sender) = AsyncStream<WSMessage>.makeStream()
                let echo = Task {
                    for await message in client { sender.yield(message) }
                    sender.finish()
                }
                sender.onTermination = { _ in echo.cancel() }
                return answers
            }
        }

        /// Sends a message back and forth many times, each after the answer to the one before it.
        ///
        /// Each answer takes some real time. If the page's time ran ahead, all of them would take longer than the
        /// pages below wait.
        private static let exchange = """
            let count = 0;
            socket.onopen = () => { opened = performance.now() - begun; socket.send('hi'); };
            socket.onmessage = ({data}) => { if (++count < 200) socket.send(data); else answered(data); };
            """

        @Test(
            "A page's time does not run away from its WebSocket, in the document and in a worker", .full,
            arguments: ["painted", "composited"], [false, true])
        func answer(rendering: String, inWorker: Bool) async throws {
            let client = """
                const begun = performance.now();
                const socket = new WebSocket(address);
                const answered = data => tell([data, opened]);
                let opened;
                \(Self.exchange)
                """
            let place =
                inWorker
                ? "new Worker('/worker.js#' + address).onmessage = event => tell(event.data);"
                : client
            let page = TestPage.html(
                script: """
                    const address = `ws://${location.host}/socket`;
                    const tell = values => { document.title = values.join(' '); send('start'); after(300, () => send('stop')); };
                    after(10000, () => tell(['gave up', 0]));
                    \(place)
                    """)
            var socket = WebServer.Page("")
            socket.socket = MessageFrameWSHandler(handler: Echo())
            let worker = "const address = location.hash.slice(1), tell = values => postMessage(values); \(client)"
            let pages = [
                "/": WebServer.Page(page), "/socket": socket,
                "/worker.js": WebServer.Page(worker, headers: ["Content-Type": "text/javascript"]),
            ]
            try await WebServer.serving(pages) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--rendering", rendering])
                let words = summary.title.split(separator: " ")
                #expect(words.first == "hi", "\(summary.title)")
                let times = words.dropFirst().compactMap { Double($0) }
                // The handshake takes no time, like a request.
                #expect(times.count == 1 && times[0] < 5, "\(summary.title)")
                #expect(summary.warnings.count == 1)
                #expect(summary.warnings.first?.contains("live connection") == true, "\(summary.warnings)")
            }
        }

        @Test("check and stills, which skip time in which nothing happens, wait for an answer too", .full)
        func skippedTime() async throws {
            let page = TestPage.html(
                script: """
                    const socket = new WebSocket(`ws://${location.host}/socket`);
                    const begun = performance.now();
                    const answered = () => { send('start'); after(100, () => send('stop')); };
                    let opened;
                    \(Self.exchange)
                    after(10_000, () => send('cancel'));
                    """)
            var socket = WebServer.Page("")
            socket.socket = MessageFrameWSHandler(handler: Echo())
            try await WebServer.serving(["/": .init(page), "/socket": socket]) { server in
                let check = try await Pagereel.run(["check", server.url("/"), "--expect", "stop"])
                #expect(check.exitCode == 0, "\(check.standardError)")
                let stills = try await Pagereel.run(
                    ["stills", server.url("/"), "--at", "stop", "-o", folder.path("stills")] + TestPage.small)
                #expect(stills.exitCode == 0, "\(stills.standardError)")
            }
        }

        @Test("A WebSocket that is refused takes no time, however often it is tried")
        func refused() async throws {
            let closed = try SilentPort(accepts: false)
            let page = TestPage.html(
                script: """
                    let errors = 0;
                    const connect = () => {
                        new WebSocket('ws://127.0.0.1:\(closed.number)/').onerror = () => {
                            document.title = ++errors;
                            after(500, connect);
                        };
                    };
                    connect();
                    send('start');
                    after(1750, () => send('stop'));
                    """)
            try await WebServer.serving(["/": .init(page)]) { server in
                let summary = try await VirtualRecording.record(server.url("/"), to: output, TestPage.small)
                #expect(summary.title == "4")
                #expect(summary.warnings == [])
            }
        }

        @Test("Once a WebSocket is closed, the page's time passes as fast as it renders", .full)
        func closed() async throws {
            let page = TestPage.html(
                script: """
                    const socket = new WebSocket(`ws://${location.host}/socket`);
                    socket.onopen = () => socket.close();
                    socket.onclose = () => { send('start'); after(300_000, () => send('stop')); };
                    """)
            var socket = WebServer.Page("")
            socket.socket = MessageFrameWSHandler(handler: Echo())
            try await WebServer.serving(["/": .init(page), "/socket": socket]) { server in
                // At the machine's pace, this would take longer than a test may. The server, in this process, may be
                // slow to answer while other tests use all its threads.
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--fps", "1", "--start-timeout", "120s"])
                #expect(summary.frames == 300)
            }
        }
    }
}
