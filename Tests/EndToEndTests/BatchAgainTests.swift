import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// What comes after the first run of a batch: the same rows by hand, again, and what its log says.
    @Suite("Batches, once more")
    struct BatchesAgain {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func run(_ arguments: [String]) async throws -> Pagereel.Outcome {
            try await Pagereel.run(arguments, folder: folder)
        }

        /// Hashes of the packets of videos; the files also have the command that made them.
        private func hashes(of names: [String]) async throws -> [[UInt8]] {
            var hashes: [[UInt8]] = []
            for name in names {
                hashes.append(
                    try await Tool.run(
                        "ffmpeg",
                        [
                            "-v", "error", "-i", folder.path("out/\(name)"), "-c", "copy", "-f", "streamhash", "-",
                        ]))
            }
            return hashes
        }

        private func events() throws -> [[String: Any]] {
            try String(decoding: folder.read("log.jsonl"), as: UTF8.self).split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        @Test("The commands of --dry-run, typed, write the same files of a served folder, whatever their names")
        func typed() async throws {
            try FileManager.default.createDirectory(atPath: folder.path("site"), withIntermediateDirectories: true)
            try folder.write(
                "site/page.html", TestPage.reporting("window.pagereelData.id + location.protocol"))
            try folder.write("rows.csv", "id\n50%\n%d\n")
            let batch =
                [
                    "batch", "rows.csv", "--serve", "site", "--page", "page.html", "-o", "out/{id}-%%Y.mp4", "--date",
                    "2026-01-01T00:00:00Z", "--seed", "1",
                ] + TestPage.small
            #expect(try await run(batch).exitCode == 0)
            let names = ["%d-%Y.mp4", "50%-%Y.mp4"]
            #expect(
                folder.contents.filter { $0.hasPrefix("out/") && $0.hasSuffix(".mp4") } == names.map { "out/\($0)" })
            let first = try names.map { try folder.read("out/\($0)") }
            let changed = batch + ["--quality", "30", "--overwrite"]
            let printed = try await run(changed + ["--dry-run", "--quiet"])
            for line in printed.standardOutput.split(separator: "\n") {
                #expect(line.contains("--overwrite"))
                let typed = try await Pagereel.run(
                    [], wrapper: ["sh", "-c", "'\(Pagereel.executable)'" + line.trimmingPrefix("pagereel")],
                    appendsExecutable: false, folder: folder)
                #expect(typed.exitCode == 0, "\(line)\n\(typed.standardError)")
            }
            let second = try names.map { try folder.read("out/\($0)") }
            #expect(first != second)
            let packets = try await hashes(of: names)
            #expect(try await run(changed).exitCode == 0)
            #expect(try await hashes(of: names) == packets)
            for name in names {
                let title = try await Probe.read(folder.path("out/\(name)")).format.tags?["title"]
                #expect(title?.hasSuffix("http:") == true)
            }
        }

        @Test("A row whose expectation is not met has failed, keeps its video, and is recorded again")
        func unmet() async throws {
            try folder.write(
                "page.html", TestPage.html(script: "send('start'); after(300, () => send('stop')); missing()"))
            try folder.write("rows.csv", "id\n1\n")
            let batch =
                [
                    "batch", "rows.csv", "--page", "page.html", "-o", "{id}.mp4", "--expect", "no page errors",
                    "--retry", "0",
                ] + TestPage.small
            #expect(try await run(batch).exitCode == 1)
            #expect(folder.contents.contains("1.mp4"))
            let status = try await run(["batch", "status"] + batch.dropFirst() + ["--jobs", "3", "--overwrite"])
            #expect(status.exitCode == 0, "\(status.standardError)")
            #expect(status.standardOutput == "1 row: 1 failed\n")
            try folder.write("page.html", TestPage.timed(200))
            #expect(try await run(batch).exitCode == 0)
            let done = try await run(["batch", "status"] + batch.dropFirst())
            #expect(done.standardOutput == "1 row: 1 done\n")
        }

        @Test("The log tells of each attempt, and why an upload failed and that it came about later")
        func log() async throws {
            try folder.write("page.html", TestPage.timed(200))
            try folder.write("rows.csv", "id,page\n1,page.html\n2,http://127.0.0.1:9/\n")
            let batch =
                [
                    "batch", "rows.csv", "--page", "{page}", "-o", "{id}.mp4", "--log", "log.jsonl", "--jobs", "1",
                    "--retry-delay", "10ms",
                ] + TestPage.small
            let refused = try await run(batch + ["--upload", "echo no store >&2; test {file} = x"])
            #expect(refused.exitCode == 1)
            let words = try events().map { "\($0["event"] ?? "") \($0["attempt"] ?? "-")" }
            #expect(words.filter { $0.hasPrefix("retrying") }.count == 2, "\(words)")
            #expect(words.contains("started 2"), "\(words)")
            let failure = try #require(events().first { $0["status"] as? Int == 74 }?["summary"] as? [String: Any])
            #expect((failure["error"] as? String)?.contains("no store") == true, "\(failure)")
            try folder.write("rows.csv", "id,page\n1,page.html\n")
            #expect(try await run(batch + ["--upload", "true {file}"]).exitCode == 0)
            let last = try #require(events().last)
            #expect(last["event"] as? String == "finished")
            #expect((last["summary"] as? [String: Any])?["output"] as? String == "1.mp4")
        }
    }
}
