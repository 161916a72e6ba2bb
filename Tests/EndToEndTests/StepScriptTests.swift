import TestSupport
import Testing

extension CommandTests {
    /// Scripts of steps, which may wait.
    @Suite("Scripts of steps")
    struct StepScripts {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        /// A page whose title tells what was logged, and when in its own time: whole milliseconds.
        private static let page = TestPage.html(
            title: "-",
            body: """
                <script>
                const begun = performance.now();
                const log = name => { document.title += ` ${name} ${Math.round(performance.now() - begun)}`; };
                </script>
                """, script: "send('start')")

        private func record(
            _ page: String, _ steps: String, _ options: [String] = []
        ) async throws -> Pagereel.Outcome {
            let file = try folder.write("steps.yaml", steps)
            return try await Pagereel.run(
                ["record", page, "-o", output, "--json", "--overwrite", "--do", file] + TestPage.small + options)
        }

        @Test("A script waits for the page's time, for its promises and for frames, and the next step for it")
        func waiting() async throws {
            let page = try folder.write("page.html", Self.page)
            let steps = """
                - evaluate: log('first')
                - evaluate: await Promise.resolve(); log('promise')
                - evaluate: await new Promise(next => setTimeout(next, 300)); log('timer')
                - evaluate: await new Promise(requestAnimationFrame); log('frame')
                - expect: {script: "new Promise(next => setTimeout(() => next(true), 400))"}
                - evaluate: log('condition')
                - stop:
                """
            var titles: Set<String> = []
            for _ in 0..<2 {
                let outcome = try await record(page, steps)
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                titles.insert(try outcome.summary.title)
            }
            let title = try #require(titles.count == 1 ? titles.first : nil, "\(titles)")
            let words = title.split(separator: " ").map(String.init)
            let names = ["first", "promise", "timer", "frame", "condition"]
            let times = Dictionary(uniqueKeysWithValues: zip(words, words.dropFirst()).filter { names.contains($0.0) })
            let time = times.compactMapValues { Int($0) }
            let (first, promise, timer) = (
                try #require(time["first"]), try #require(time["promise"]), try #require(time["timer"])
            )
            #expect(promise == first)
            #expect(timer == first + 300)
            // A step that waited goes on at a refresh of the display, 30 times a second.
            #expect((1...67).contains(try #require(time["frame"]) - timer), "\(title)")
            #expect((400...467).contains(try #require(time["condition"]) - (try #require(time["frame"]))), "\(title)")
        }

        @Test("A script waits for a response, in which the page's time stands still")
        func response() async throws {
            let pages: [String: WebServer.Page] = [
                "/": .init(Self.page), "/late": .init("late", after: .milliseconds(300)),
            ]
            try await WebServer.serving(pages) { server in
                let outcome = try await record(
                    server.url("/"),
                    "- evaluate: log('first')\n- evaluate: log(await (await fetch('/late')).text())\n- stop:")
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                let title = try outcome.summary.title
                let words = title.split(separator: " ")
                #expect(words.count == 5 && words[1] == "first" && words[3] == "late", "\(title)")
                #expect(words[2] == words[4], "\(title)")
            }
        }

        @Test("A step stop waits for the recording to begin, also after a step that failed")
        func stopBeforeStart() async throws {
            let page = try folder.write(
                "page.html", TestPage.html(script: "after(700, () => send('start'));"))
            let outcome = try await record(page, "- evaluate: missing()\n- stop:")
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            let summary = try outcome.summary
            #expect(summary.exitReason == "stopped")
            #expect(summary.steps.map(\.status) == ["failed", "done"])
        }

        @Test(
            "A script that does not end fails its step once its time is over, and one that throws says why",
            arguments: LongTests.areAll ? ["virtual", "realtime"] : ["virtual"])
        func failures(clock: String) async throws {
            let page = try folder.write("page.html", Self.page)
            let steps = """
                - {evaluate: "await new Promise(() => {})", timeout: 500ms}
                - stop:
                """
            let endless = try await record(page, steps, ["--clock", clock])
            #expect(endless.exitCode == 1, "\(endless.standardError)")
            #expect(endless.standardError.contains("The script has not ended."), "\(endless.standardError)")
            let thrown = try await record(
                page,
                "- evaluate: await new Promise(next => setTimeout(next, 100)); throw new Error('no luck')\n- stop:",
                ["--clock", clock])
            #expect(thrown.exitCode == 1)
            #expect(thrown.standardError.contains("The script failed: Error: no luck"), "\(thrown.standardError)")
        }
    }
}
