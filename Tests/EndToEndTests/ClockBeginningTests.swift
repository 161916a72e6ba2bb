import TestSupport
import Testing

extension CommandTests {
    /// The state of a document when it begins.
    @Suite("The beginning of a page on the virtual clock")
    struct ClockBeginning {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        @Test(
            "A document's time is above 0 in its first task", .full,
            arguments: ["painted", "composited"], ["", "?early"])
        func firstTask(rendering: String, query: String) async throws {
            let options = TestPage.small + ["--rendering", rendering, "--max-duration", "100ms"]
            let file = try await VirtualRecording.record(
                Fixture.page("clock/first-task.html\(query)"), to: output, options)
            #expect(file.title == "all")
            try await WebServer.serving([:]) { server in
                let served = try await VirtualRecording.record(
                    server.url("/fixtures/clock/first-task.html\(query)"), to: output, options + ["--overwrite"])
                #expect(served.title == "all")
            }
        }

        @Test(
            "The first animation frames come with the first refreshes",
            arguments: ["painted", "composited"])
        func firstAnimationFrames(rendering: String) async throws {
            // Subresources change the picture before and after the load event.
            let page = """
                <!doctype html><title>Frames</title><body>
                <style>p { animation: move 1s infinite } @keyframes move { to { margin-left: 100px } }</style><p>Moves
                <script>
                const stamps = {};
                const ask = name => requestAnimationFrame(stamp => {
                    stamps[name] = [stamp];
                    requestAnimationFrame(stamp => {
                        stamps[name].push(stamp);
                        if (name === 'loaded') setTimeout(tell);
                    });
                });
                const tell = () => {
                    document.title = ['parsed', 'style', 'loaded'].map(name => stamps[name].map(Math.floor)).join(' ');
                    webkit.messageHandlers.pagereel.postMessage('start');
                };
                ask('parsed');
                </script>
                <link rel="stylesheet" href="/style" onload="ask('style')">
                <img src="/picture" onload="this.width = 50">
                <script>addEventListener('load', () => { document.body.append('more'); ask('loaded'); });</script>
                """
            var picture = WebServer.Page("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>")
            picture.headers = ["Content-Type": "image/svg+xml"]
            picture.delay = .milliseconds(300)
            var style = WebServer.Page("body { background: #80a080 }")
            style.headers = ["Content-Type": "text/css"]
            style.delay = .milliseconds(100)
            try await WebServer.serving(["/": WebServer.Page(page), "/style": style, "/picture": picture]) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--rendering", rendering, "--duration", "100ms"])
                #expect(summary.title == "33,66 33,66 33,66")
            }
        }
    }
}
