import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Signals at the wrong time or by an unreliable channel.
    @Suite("Signal traps and mistakes")
    struct SignalTraps {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        private func record(_ html: String, _ options: [String] = []) async throws -> Summary {
            let page = try folder.write("page.html", html)
            return try await Pagereel.record(page, to: output, TestPage.small + options)
        }

        /// A signal out of order, and what its warning must contain.
        struct Mistake: CustomTestStringConvertible, Sendable {
            let script: String
            let words: [String]
            var testDescription: String { words.joined(separator: ", ") }
        }

        @Test(
            "A signal out of order is ignored with a warning that names it and the page's time", .full,
            arguments: [
                Mistake(
                    script: "send('start'); after(200, () => send('start')); after(500, () => send('stop'));",
                    words: ["start"]),
                Mistake(
                    script: "send('stop'); after(100, () => send('start')); after(600, () => send('stop'));",
                    words: ["stop"]),
                Mistake(
                    script: "send('start'); after(200, () => send('resume')); after(500, () => send('stop'));",
                    words: ["resume"]),
                Mistake(
                    script: """
                        send('start'); after(100, () => send('pause')); after(200, () => send('pause'));
                        after(300, () => send('resume')); after(700, () => send('stop'));
                        """, words: ["pause"]),
                Mistake(
                    script: "send({signal: 'mark', name: 'early'}); send('start'); after(500, () => send('stop'));",
                    words: ["mark"]),
            ])
        func outOfOrder(_ mistake: Mistake) async throws {
            let page = try folder.write("page.html", TestPage.html(script: mistake.script))
            let outcome = try await Pagereel.run(["record", page, "-o", output, "--json"] + TestPage.small)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try outcome.summary
            #expect(abs(summary.duration - 0.5) < 0.15, "the ignored signal changed the length: \(summary.duration) s")
            let warning = try #require(
                summary.warnings.first { text in mistake.words.allSatisfy { text.contains($0) } })
            #expect(warning.contains(/\d+\.\d+ ?s/), "no page time in: \(warning)")
            #expect(outcome.standardError.contains("pagereel: warning: \(warning)"), "\(outcome.standardError)")
        }

        @Test("An unknown message is ignored with a warning that quotes it")
        func unknownMessage() async throws {
            let summary = try await record(
                TestPage.html(
                    script: "send('start'); send('strat'); send({signal: 'pauze'}); after(300, () => send('stop'));"))
            #expect(summary.signalNames == ["start", "stop"])
            #expect(summary.warnings.contains { $0.contains("strat") })
            #expect(summary.warnings.count == 2)
        }

        /// A page whose body begins with a script that navigates to `start`, and what follows it.
        ///
        /// Its title becomes `cut` if nothing but space follows in the document.
        private static func navigating(before rest: String) -> String {
            """
            <!doctype html><meta charset=iso-8859-1><body><h1>Title</h1><script>document.body.append('more');</script>
            <script>
            const script = document.currentScript; // caf\u{e9}
            setTimeout(() => {
                const isCut = !script.nextElementSibling && !script.nextSibling?.data?.trim();
                document.title = isCut ? 'cut' : 'whole';
            }, 200);
            setTimeout(() => { location.href = 'pagereel://stop'; }, 500);
            location.href = 'pagereel://start';
            </script>\(rest)
            """
        }

        @Test(
            "A navigation in the body that ends parsing is reported if something follows it",
            arguments: LongTests.areAll ? ["virtual", "realtime"] : ["realtime"])
        func cutBody(clock: String) async throws {
            for (rest, hasContent) in [
                ("<p>Lost</p></body></html>", true), ("text", true), ("<script src='x.js'></script>", true),
                ("\n<!-- end -->\n</body>\n</html>\n", false), ("", false),
            ] {
                let page = folder.path("page.html")
                try Self.navigating(before: rest).data(using: .isoLatin1)?.write(to: URL(fileURLWithPath: page))
                let summary = try await Pagereel.record(
                    page, to: output, TestPage.small + ["--overwrite", "--clock", clock])
                #expect(summary.signalNames == ["start", "stop"])
                let isReported = summary.warnings.contains { $0.contains("the rest of the page is missing") }
                // Whether WebKit stops the parser depends on what comes first; in real time it does.
                #expect(isReported == (hasContent && summary.title == "cut"), "\(rest)")
                #expect(summary.title == "cut" || hasContent && clock == "virtual", "\(rest)")
            }
        }

        @Test("A recording that starts on load does so, too, if a navigation or the page itself ends the load early")
        func endedLoad() async throws {
            for html in [Self.navigating(before: "\n"), "<!doctype html><body>Text<script>window.stop()</script>"] {
                let summary = try await record(html, ["--start-on", "load", "--duration", "300ms", "--overwrite"])
                #expect(abs(summary.duration - 0.3) < 0.001)
            }
        }

        @Test("A correct page causes no warnings", .full)
        func noWarnings() async throws {
            let summary = try await record(TestPage.timed(400))
            #expect(summary.warnings == [])
        }

        @Test("A message before the page is parsed is received")
        func earlyMessage() async throws {
            let html = """
                <!doctype html><html><head><title>Early</title><script>
                window.webkit.messageHandlers.pagereel.postMessage('start');
                addEventListener('load', () => setTimeout(() => {
                    document.title = 'Parsed ' + document.body.textContent.trim();
                    window.webkit.messageHandlers.pagereel.postMessage('stop');
                }, 500));
                </script></head><body>whole</body></html>
                """
            let summary = try await record(html)
            #expect(summary.signalNames == ["start", "stop"])
            #expect(summary.title.hasPrefix("Parsed"))
        }
    }
}
