import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Log files, and the removal of older outputs.
    @Suite("Log and older outputs")
    struct Logs {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func record(_ page: String, to output: String, _ options: [String]) async throws -> Pagereel.Outcome {
            try await Pagereel.run(["record", page, "-o", output] + TestPage.small + options, folder: folder)
        }

        private func lines(_ name: String = "log.jsonl") throws -> [[String: Any]] {
            let text = String(decoding: try folder.read(name), as: UTF8.self)
            #expect(text.hasSuffix("\n"))
            return try text.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
            }
        }

        @Test("Each recording is logged, and only older outputs of the template are removed", .full)
        func kept() async throws {
            let older = (1...4).map { "videos/2024-01-0\($0) 10%.mp4" }
            let others = ["videos/2024-01-01 10%.mp4.txt", "videos/2024-01-01-notes.mp4", "videos/2999-01-01 10%.mp4"]
            for name in older + others { try folder.write(name) }
            try folder.write("page.html", TestPage.timed(200, title: "Line\u{1b}[31m\n\"two\""))
            let options = ["--log", "log.jsonl", "--keep", "3", "--quiet"]
            let good = try await record("page.html", to: "videos/%Y-%m-%d 10%%.mp4", options)
            #expect(good.exitCode == 0, "\(good.standardError)")
            #expect(good.standardError + good.standardOutput == "")
            let bad = try await record("missing.html", to: "videos/%Y-%m-%d 10%%.mp4", options + ["--overwrite"])
            #expect(bad.exitCode == 66)

            let lines = try lines()
            #expect(
                lines.map { $0["event"] as? String } == [
                    "started", "finished", "removed", "removed", "started", "failed",
                ])
            let times = lines.compactMap { $0["time"] as? String }
            #expect(times == times.sorted() && times.count == lines.count)
            #expect(times.allSatisfy { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil }, "\(times)")
            #expect(Set(lines.compactMap { $0["process"] as? Int }).count == 2)
            let output = try #require(lines[0]["output"] as? String)
            #expect(lines[0]["page"] as? String == "page.html" && lines[0]["attempt"] as? Int == 1)
            let summary = try #require(lines[1]["summary"] as? [String: Any])
            #expect(summary["output"] as? String == output && summary["frames"] as? Int == 6)
            #expect(lines[1]["status"] as? Int == 0 && lines[5]["status"] as? Int == 66)
            #expect((lines[5]["summary"] as? [String: Any])?["exitReason"] as? String == "not-loaded")
            #expect(lines[2...3].map { $0["output"] as? String } == [older[1], older[0]])

            let kept = (older[2...] + others + [output]).sorted()
            #expect(folder.contents.filter { $0.hasPrefix("videos/") && $0 != "videos/" } == kept)
        }

        @Test("Warnings, the page's console and retries are logged")
        func events() async throws {
            try folder.write(
                "page.html",
                TestPage.html(
                    script: "send('start'); console.log('a\\nb'); alert('hello'); after(200, () => send('stop'));"))
            let talk = try await record("page.html", to: "out.mp4", ["--log", "log.jsonl", "--verbose"])
            #expect(talk.exitCode == 0, "\(talk.standardError)")
            let retried = try await record(
                "missing.html", to: "out2.mp4", ["--log", "log.jsonl", "--retry", "1", "--retry-delay", "0s"])
            #expect(retried.exitCode == 66)
            let lines = try lines()
            let events = lines.compactMap { $0["event"] as? String }
            #expect(events.first == "started" && events.count { $0 == "finished" } == 1, "\(events)")
            #expect(events.suffix(4) == ["started", "retrying", "started", "failed"], "\(events)")
            func messages(_ event: String) -> [String] {
                lines.filter { $0["event"] as? String == event }.compactMap { $0["message"] as? String }
            }
            #expect(messages("console").contains { $0.contains("a\nb") }, "\(messages("console"))")
            #expect(messages("warning").contains { $0.contains("alert") }, "\(messages("warning"))")
            #expect(messages("retrying").contains { $0.contains("missing.html") })
        }

        @Test("A log error does not fail the recording", .full)
        func unwritable() async throws {
            let text = TestPage.timed(200)
            try folder.write("page.html", text)
            let log = [
                "/dev/full": "cannot be written", "none/log.jsonl": "cannot be opened", "page.html": "not a log",
            ]
            for (name, words) in log {
                let outcome = try await record("page.html", to: "out.mp4", ["--log", name, "--overwrite", "--quiet"])
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                let lines = outcome.standardError.split(separator: "\n")
                #expect(lines.count == 1 && lines[0].contains(words), "\(outcome.standardError)")
            }
            #expect(folder.contents == ["out.mp4", "page.html"])
            #expect(try folder.read("page.html") == Data(text.utf8))
        }

        @Test(
            "--keep needs an output template with an order: 64", .full,
            arguments: [("out.mp4", "3"), ("%Y/%m/%d.mp4", "3"), ("%d.mp4", "3"), ("%F.mp4", "0"), ("%F.mp4", "all")])
        func usage(output: String, count: String) async throws {
            let outcome = try await record("page.html", to: output, ["--keep", count])
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("keep"), "\(outcome.standardError)")
        }
    }
}
