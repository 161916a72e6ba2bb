import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `--do`: user input for a page.
    @Suite("Steps")
    struct Steps {
        private let folder: TemporaryFolder
        private let page: String

        init() throws {
            folder = try TemporaryFolder()
            page = try folder.write(
                "page.html",
                TestPage.html(
                    head: "<style>html { height: 3000px } #low { position: absolute; top: 2500px }</style>",
                    body: "<button id=next>Next</button><input id=name><button id=low>Low</button>",
                    script: """
                        const log = text => send({signal: 'mark', name: text});
                        const [next, name, low] = ['next', 'name', 'low'].map(id => document.getElementById(id));
                        next.onclick = event => log(`click ${event.isTrusted} ${next.matches(':hover')}`);
                        low.onclick = () => log('low');
                        name.oninput = () => log('typed ' + name.value);
                        addEventListener('keydown', event => { if (event.key.length > 1) log('key ' + event.key); });
                        let isScrolled = false;
                        addEventListener('scroll', () => { if (!isScrolled) log('scrolled ' + scrollY); isScrolled = true; });
                        send('start');
                        after(3000, () => send('stop'));
                        """))
        }

        private let steps = """
            - {at: 0.5s, click: '#next'}
            - {at: 1s, scroll: 800}
            - at: 1.5s
              type: Hi 好
              into: '#name'
            - {at: 2s, press: Enter}
            - {at: 2.5s, click: '#low'}

            """

        private let marks = [
            "click true true", "scrolled 800", "typed H", "typed Hi", "typed Hi ", "typed Hi 好", "key Enter", "low",
        ]

        @Test(
            "Clicks, scrolling, typing and keys reach the page as real input, on time",
            arguments: ["virtual", "realtime"])
        func all(clock: String) async throws {
            let file = try folder.write("steps.yaml", steps)
            let summary = try await Pagereel.record(
                page, to: folder.path("out.mp4"), ["--do", file, "--clock", clock] + TestPage.small)
            let signals = summary.signals.filter { $0.signal == "mark" }
            #expect(signals.compactMap(\.name) == marks)
            #expect(summary.warnings == [])
            guard clock == "virtual" else { return }
            let times = [0.5, 1, 1.5, 1.5, 1.5, 1.5, 2, 2.5]
            for (signal, time) in zip(signals, times) { #expect(abs(signal.pageTime - time) < 0.002) }
        }

        @Test("A failed step is reported, and the others run", .full)
        func impossible() async throws {
            let file = try folder.write(
                "steps.yaml",
                """
                - {at: 0.2s, click: '#nothing'}
                - {at: 0.3s, click: '##'}
                - {at: 0.4s, click: '#next'}
                """)
            let outcome = try await Pagereel.run(
                ["check", page, "--do", file, "--failures", folder.path("failures")] + TestPage.small)
            #expect(outcome.exitCode == 1)
            let report = outcome.standardOutput
            for words in [
                "The step at 0.200 s could not be done: Nothing in the page matches #nothing.",
                "The step at 0.300 s could not be done: ## is not a CSS selector.", "mark \"click true true\"",
            ] { #expect(report.contains(words), "\(report)") }
        }

        @Test("An invalid steps file is reported with its line: 65", .full)
        func wrong() async throws {
            let file = try folder.write("steps.yaml", "- {at: 1s, clik: x}")
            let outcome = try await Pagereel.run(["check", page, "--do", file])
            #expect(outcome.exitCode == 65)
            #expect(
                outcome.standardError.contains("line 1, column 12: There is no step 'clik'"), "\(outcome.standardError)"
            )
        }
    }
}
