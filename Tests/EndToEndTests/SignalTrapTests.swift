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
