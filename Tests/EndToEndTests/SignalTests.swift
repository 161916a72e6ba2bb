import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Ways to send signals, and the effect of each signal.
    @Suite("Signals")
    struct Signals {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        private func record(
            _ script: String, body: String = "", _ options: [String] = [], expecting code: Int32 = 0,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> Summary {
            let page = try folder.write("page.html", TestPage.html(body: body, script: script))
            return try await Pagereel.record(
                page, to: output, TestPage.small + options, expecting: code, sourceLocation: sourceLocation)
        }

        /// A way to send a signal: the page's content, and an expression that sends the signal `s`.
        struct Way: CustomTestStringConvertible, Sendable {
            let testDescription: String
            var body = ""
            let send: String
        }

        private static let allWays = [
            Way(testDescription: "location.replace", send: "location.replace(s)"),
            Way(
                testDescription: "form by post", body: "<form id=f method=post><input name=a value=b></form>",
                send: "f.action = s, f.submit()"),
            Way(testDescription: "old iframe", body: "<iframe id=i></iframe>", send: "i.src = s"),
            Way(
                testDescription: "srcdoc iframe's top",
                send: """
                    document.body.append(Object.assign(document.createElement('iframe'),
                        {srcdoc: `<script>top.location = '${s}'</scr` + `ipt>`}))
                    """),
            Way(testDescription: "upper case with a path", send: "location.href = s.toUpperCase() + '/?msg=你好 a#b'"),
            Way(
                testDescription: "message",
                send: "window.webkit.messageHandlers.pagereel.postMessage(s.replace('pagereel://', ''))"),
            Way(
                testDescription: "message object",
                send: "window.webkit.messageHandlers.pagereel.postMessage({signal: s.replace('pagereel://', '')})"),
        ]

        @Test("Less common ways to send signals work and keep the page", .full, arguments: allWays)
        func ways(_ way: Way) async throws {
            let summary = try await record(
                """
                const signal = s => { \(way.send); };
                const before = location.href;
                signal('pagereel://start');
                after(300, () => {
                    document.title = location.href === before && document.getElementById('mark') ? 'whole' : 'gone';
                });
                after(500, () => signal('pagereel://stop'));
                """, body: "<p id=mark>text</p>" + way.body)
            #expect(summary.signalNames == ["start", "stop"])
            #expect(summary.exitReason == "stopped")
            #expect(summary.title == "whole")
            #expect((13...19).contains(summary.frames), "0.5 s at 30 fps, not \(summary.frames) frames")
        }

        @Test("Several messages in one task all arrive, in order and with their times", .full)
        func lossless() async throws {
            let summary = try await record(
                """
                send({signal: 'start'}); send({signal: 'mark', name: 'one'}); send({signal: 'mark', name: 'two'});
                after(400, () => { send({signal: 'mark', name: 'three'}); send('stop'); });
                """)
            #expect(summary.signalNames == ["start", "mark", "mark", "mark", "stop"])
            #expect(summary.signals.compactMap(\.name) == ["one", "two", "three"])
            #expect(summary.signals[0].time == 0)
            let stop = try #require(summary.time(of: "stop"))
            #expect(abs(stop - summary.duration) <= 0.034)
            #expect(summary.signals[4].pageTime > summary.signals[0].pageTime)
        }

        @Test(
            "Custom addresses replace start, stop and cancel and ignore the query", .full)
        func ownAddresses() async throws {
            let script = """
                location.href = '/YourStartURL?id=7';
                after(500, () => { location.href = 'https://App.invalid/YourStopURL?x=1#y'; });
                """
            try await WebServer.serving(["/page": .init(TestPage.html(script: script))]) { server in
                let summary = try await Pagereel.record(
                    server.url("/page"), to: output,
                    TestPage.small + [
                        "--start-url", server.url("/YourStartURL"), "--stop-url", "https://app.invalid/YourStopURL",
                    ])
                #expect(summary.signalNames == ["start", "stop"])
                #expect(server.request(for: "/YourStartURL") == nil)
            }
        }

        @Test("A custom cancel address cancels", .full)
        func ownCancel() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(script: "send('start'); after(200, () => { location.href = 'app:cancel'; });"))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--cancel-url", "app:cancel"] + TestPage.small)
            #expect(outcome.exitCode == 10)
            #expect(folder.contents == ["page.html"])
        }

        @Test("Cancel writes nothing and keeps an old file: 10", arguments: [true, false])
        func cancel(hasStarted: Bool) async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(script: "\(hasStarted ? "send('start');" : "") after(300, () => go('cancel'));"))
            try folder.write("out.mp4", "the old file")
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--overwrite", "--json"] + TestPage.small)
            #expect(outcome.exitCode == 10, "\(outcome.standardError)")
            #expect(try folder.read("out.mp4") == Data("the old file".utf8))
            #expect(folder.contents == ["out.mp4", "page.html"])
            if !outcome.standardOutput.isEmpty { #expect(try outcome.summary.exitReason == "cancelled") }
        }

        @Test("The time between pause and resume is not in the video")
        func pause() async throws {
            let summary = try await record(
                """
                document.body.style.background = '#ff0000'; send('start');
                after(400, () => { send('pause'); document.body.style.background = '#0000ff'; });
                after(1300, () => { document.body.style.background = '#00ff00'; after(100, () => send('resume')); });
                after(1800, () => send('stop'));
                """)
            #expect(summary.signalNames == ["start", "pause", "resume", "stop"])
            // 0.4 s before and 0.4 s after; page timers may be slightly late.
            #expect(abs(summary.duration - 0.8) < 0.15, "\(summary.duration) s")
            #expect(summary.frames == Int((summary.duration * 30).rounded()))
            let pause = try #require(summary.time(of: "pause"))
            let resume = try #require(summary.time(of: "resume"))
            #expect(abs(pause - resume) < 0.034)
            let frames = try await FrameDecoder.frames(of: output, as: .rgb24)
            #expect(frames.count == summary.frames)
            let blue = frames.filter { $0.mean(x: 8, y: 8, width: 64, height: 64)[2] > 200 }
            #expect(blue.count <= 1, "\(blue.count) frames show what the page was during the pause")
            #expect(frames.last.map { $0.mean(x: 8, y: 8, width: 64, height: 64)[1] > 200 } == true)
        }

        @Test("A stop during a pause ends the recording where the pause began")
        func stopInPause() async throws {
            let summary = try await record(
                "send('start'); after(400, () => send('pause')); after(1200, () => send('stop'));")
            #expect(abs(summary.duration - 0.4) < 0.1, "\(summary.duration) s")
        }

        @Test("Marks become chapters, by message and by navigation, with any characters in their names")
        func marks() async throws {
            let summary = try await record(
                """
                send('start');
                after(200, () => go('mark?name=' + encodeURIComponent('营收 & Ergebnis')));
                after(600, () => send({signal: 'mark', name: 'Outlook "2"'}));
                after(1000, () => send('stop'));
                """)
            let marks = summary.signals.filter { $0.signal == "mark" }
            #expect(marks.compactMap(\.name) == ["营收 & Ergebnis", "Outlook \"2\""])
            let probe = try await Probe.read(output)
            let named = probe.chapters.filter { marks.compactMap(\.name).contains($0.title) }
            #expect(named.map(\.title) == marks.compactMap(\.name))
            for (chapter, mark) in zip(named, marks) {
                #expect(abs(chapter.start - (mark.time ?? -1)) < 0.034)
            }
            #expect(abs((probe.chapters.last?.end ?? 0) - summary.duration) < 0.034)
        }
    }
}
