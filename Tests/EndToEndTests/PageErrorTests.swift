import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// What is said about a page whose scripts fail.
    @Suite("Errors of a page")
    struct PageErrors {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        /// Serves a page, because WebKit hides the text of errors in local files, and records it.
        private func record(_ page: String, _ options: [String] = []) async throws -> Summary {
            try await WebServer.serving(["/": .init(page)]) { server in
                try await Pagereel.record(server.url("/"), to: output, TestPage.small + options)
            }
        }

        @Test("The number of errors and the first are a warning", arguments: ["virtual", "realtime"])
        func errors(clock: String) async throws {
            let page = TestPage.html(
                script: """
                    send('start');
                    after(50, () => { throw new TypeError('first'); });
                    after(100, () => { Promise.reject(new RangeError('second')); });
                    after(150, () => {
                        const picture = Object.assign(new Image(), {src: '/gone.png'});
                        picture.onerror = () => after(350, () => send('stop'));
                        document.body.append(picture);
                    });
                    """)
            let summary = try await record(page, ["--clock", clock])
            #expect(summary.warnings.count == 1)
            let warning = try #require(summary.warnings.first)
            #expect(warning.contains("3 errors"))
            #expect(warning.contains("uncaught error: TypeError: first"))
        }

        @Test(
            "A page that is not painted because its font never arrives is white, with a warning", .full,
            arguments: [["--start-timeout", "2s"], ["--clock", "realtime"]])
        func neverPainted(time: [String]) async throws {
            let silent = try SilentPort(accepts: true)
            let page = """
                <!doctype html><style>@font-face { font-family: f; src: url(\(silent.url)) } body { font-family: f }</style>
                <p>All text is in the font.</p>
                <script>
                    const send = message => webkit.messageHandlers.pagereel.postMessage(message);
                    setTimeout(() => send('start'), 100);
                    setTimeout(() => send('stop'), 400);
                </script>
                """
            let options = TestPage.small + time
            try await WebServer.serving(["/": .init(page)]) { server in
                let summary = try await Pagereel.record(server.url("/"), to: output, options)
                #expect(summary.exitReason == "stopped")
                let warning = try #require(summary.warnings.last)
                #expect(warning.contains("the recording is white"), "\(warning)")
                #expect(warning.contains("the request for \(silent.url)"), "\(warning)")
                let blocked = try await Pagereel.record(
                    server.url("/"), to: folder.path("blocked.mp4"), options + ["--block", silent.url])
                #expect(blocked.warnings.allSatisfy { !$0.contains("white") }, "\(blocked.warnings)")
            }
        }

        @Test("A file that cannot be played is warned of once", .full)
        func media() async throws {
            let page = TestPage.html(
                body: "<video src='/gone.mp4'></video>", script: "send('start'); after(500, () => send('stop'));")
            let summary = try await record(page)
            #expect(summary.warnings.count == 1)
            #expect(summary.warnings.first?.contains("gone.mp4") == true)
        }

        @Test("A module that a local page imports is named, with what to do", .full)
        func localModule() async throws {
            _ = try folder.write("module.js", "export default 1;")
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    body: "<script type=module>import one from './module.js';</script>",
                    script: "send('start'); after(300, () => send('stop'));"))
            let summary = try await Pagereel.record(page, to: output, TestPage.small)
            let warning = try #require(summary.warnings.first)
            #expect(warning.contains("a module that a <script> imports"), "\(warning)")
            #expect(warning.contains("serve the page over http"), "\(warning)")
        }

        @Test("Neither a page without errors nor a resize observer's notice causes a warning")
        func noErrors() async throws {
            let page = TestPage.html(
                body: "<div id=box style='width: 9px'></div>",
                script: """
                    console.error('logged');
                    new ResizeObserver(() => { box.style.width = box.offsetWidth + 1 + 'px'; }).observe(box);
                    send('start');
                    after(300, () => send('stop'));
                    """)
            #expect(try await record(page).warnings == [])
        }

        @Test("A document that the page opens anew after its load has no other errors and messages than its own", .full)
        func openedAnew() async throws {
            let page = TestPage.html(
                script: """
                    send('start');
                    after(100, () => {
                        document.open();
                        document.write('<title>anew</title><p>anew</p>');
                        document.close();
                        console.log('said once');
                    });
                    after(300, () => { throw new TypeError('first'); });
                    after(500, () => send('stop'));
                    """)
            try await WebServer.serving(["/": .init(page)]) { server in
                let recording = try await Pagereel.run(
                    ["record", server.url("/"), "-o", output, "--verbose"] + TestPage.small)
                #expect(recording.exitCode == 0)
                let lines = recording.standardError.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("page: ") }
                #expect(lines.count == 2, "\(lines)")
                #expect(lines.first == "page: log: said once")
                #expect(lines.last?.hasPrefix("page: uncaught error: TypeError: first") == true, "\(lines)")
            }
        }

        @Test(
            "A document that is opened anew again and again does not become slower", .full,
            arguments: ["painted", "auto"])
        func openedOften(rendering: String) async throws {
            // What the recorder's scripts wrap or watch, they would wrap and watch anew each time.
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        const depth = object => object ? 1 + depth(Object.getPrototypeOf(object)) : 0;
                        const layers = () => [
                            depth(navigator), depth(document), depth(new OffscreenCanvas(1, 1))].join(' ');
                        const kept = [
                            OffscreenCanvas, OffscreenCanvas.prototype.getContext, HTMLCanvasElement.prototype.getContext];
                        const before = layers();
                        send('start');
                        after(100, () => {
                            for (let count = 0; count < 200; count++) {
                                document.open();
                                document.write('<p>gone');
                                document.close();
                            }
                            const now = [
                                OffscreenCanvas, OffscreenCanvas.prototype.getContext,
                                HTMLCanvasElement.prototype.getContext];
                            document.title = before === layers() && kept.every((it, index) => it === now[index])
                                ? 'the same' : `${before}, then ${layers()}`;
                            after(200, () => send('stop'));
                        });
                        """))
            let summary = try await Pagereel.record(
                page, to: output, ["--rendering", rendering, "--max-duration", "5s"] + TestPage.small)
            #expect(summary.exitReason == "stopped")
            #expect(summary.title == "the same")
        }

        @Test("A page that never starts names its error")
        func neverStarted() async throws {
            let page = TestPage.html(script: "missingFunction(); send('start');")
            try await WebServer.serving(["/": .init(page)]) { server in
                let outcome = try await Pagereel.run(
                    ["record", server.url("/"), "-o", output, "--start-timeout", "1s"] + TestPage.small)
                #expect(outcome.exitCode == 11)
                #expect(outcome.standardError.contains("missingFunction"), "\(outcome.standardError)")
            }
        }

        @Test("A page that fails after its start and then stands still causes a warning while it is recorded", .full)
        func standstill() async throws {
            let page = TestPage.html(
                script: "send('start'); after(500, () => { missingFunction(); send('stop'); });")
            try await WebServer.serving(["/": .init(page)]) { server in
                let outcome = try await Pagereel.run(
                    ["record", server.url("/"), "-o", output, "--json"] + TestPage.small
                ) { recording in
                    try await recording.wait(for: "Nothing in the page has moved for 5 s")
                    try recording.send(.interrupt)
                }
                #expect(outcome.exitCode == 130, "\(outcome.standardError)")
                #expect(try outcome.summary.warnings.first?.contains("missingFunction") == true)
            }
        }

        @Test("A page that fails but moves, and one that stands still without an error, cause no such warning", .full)
        func moving() async throws {
            let moves = TestPage.html(
                body: "<div id=box style='width: 9px; height: 9px; background: red'></div>",
                script: """
                    send('start');
                    setInterval(() => { box.style.marginLeft = performance.now() / 50 + 'px'; }, 100);
                    after(7000, () => send('stop'));
                    missingFunction();
                    """)
            #expect(try await record(moves).warnings.allSatisfy { !$0.contains("moved") })
            let rests = try folder.write("rests.html", TestPage.timed(7000))
            let summary = try await Pagereel.record(rests, to: folder.path("rests.mp4"), TestPage.small)
            #expect(summary.warnings == [])
        }

        @Test("--expect decides the exit status, and the video is kept", .full)
        func expectations() async throws {
            let page = TestPage.html(
                script: "send('start'); after(50, () => { missingFunction(); }); after(500, () => send('stop'));")
            try await WebServer.serving(["/": .init(page)]) { server in
                let met = try await Pagereel.run(
                    ["record", server.url("/"), "-o", output, "--json", "--expect", "stop within 600ms after start"]
                        + TestPage.small)
                #expect(met.exitCode == 0, "\(met.standardError)")
                #expect(try met.summary.expectations.map(\.passed) == [true])
                let unmet = try await Pagereel.run(
                    ["record", server.url("/"), "-o", folder.path("unmet.mp4"), "--json"]
                        + ["--expect", "no page errors, no cancel"] + TestPage.small)
                #expect(unmet.exitCode == 1, "\(unmet.standardError)")
                #expect(unmet.standardError.contains("missingFunction"))
                #expect(try unmet.summary.expectations.map(\.passed) == [false, true])
                #expect(try unmet.summary.exitReason == "stopped")
                #expect(FileManager.default.fileExists(atPath: folder.path("unmet.mp4")))
            }
        }

        @Test("A row of a batch that does not meet --expect has failed", .full)
        func rowExpectations() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        if (pagereelData.id === '2') setTimeout(() => { missingFunction(); }, 10);
                        send('start');
                        after(200, () => send('stop'));
                        """))
            let rows = try folder.write("rows.csv", "id\n1\n2\n")
            let outcome = try await Pagereel.run(
                ["batch", rows, "--page", page, "-o", folder.path("{id}.mp4"), "--expect", "no page errors"]
                    + TestPage.small)
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("no page errors"), "\(outcome.standardError)")
        }

        @Test("A recording cannot expect sound: 64", .full)
        func soundExpectation() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(["record", page, "-o", output, "--expect", "sound within 2s"])
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("pagereel check"), "\(outcome.standardError)")
        }

        @Test("Without a terminal, a page that never stops is recorded for an hour", .full)
        func defaultLimit() async throws {
            let page = try folder.write("page.html", TestPage.html(script: "send('start');"))
            // One frame per second, so that the hour is short.
            let summary = try await Pagereel.record(page, to: output, TestPage.small + ["--fps", "1"])
            #expect(summary.exitReason == "max-duration")
            #expect(summary.duration == 3600)
            #expect(summary.warnings.contains { $0.contains("--max-duration") })
        }
    }
}
