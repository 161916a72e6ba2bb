import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel batch`.
    @Suite("Batches")
    struct Batches {
        private let batch: BatchFolder

        init() throws { batch = try BatchFolder() }

        @Test("Each row has its video, and the same command does nothing more")
        func rows() async throws {
            try batch.writeRows(6)
            let outcome = try await batch.run(["--json"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            for id in 1...6 {
                let fault = try await batch.fault(of: id)
                #expect(fault == nil, "\(fault ?? "")")
            }
            #expect(try await Probe.read(batch.output(3)).audio != nil)
            #expect(outcome.standardOutput.contains(#""recorded":6"#))
            let journal = batch.journal("")
            let again = try await batch.run(["--json"])
            #expect(again.exitCode == 0)
            #expect(again.standardOutput.contains(#""done":6,"failed":0"#), "\(again.standardOutput)")
            #expect(batch.journal("done").count == 6 && batch.journal("").count == journal.count + 1)
        }

        private func expectRow(in video: String) async throws {
            let probe = try await Probe.read(video)
            let row = try JSONDecoder().decode(
                [String: String].self, from: Data((probe.format.tags?["title"] ?? "").utf8))
            #expect(row == ["id": "7", "name": "Ann \"A\", é", "size": "200x100", "seed": "5"])
            #expect(probe.video?.width == 200 && probe.video?.height == 100)
        }

        @Test("A row is recorded as record does, and reads the same data in JSON Lines and YAML", .full)
        func likeRecord() async throws {
            let page = try batch.folder.write(
                "page.html",
                TestPage.html(
                    body: "<script>window.atFirst = JSON.stringify(window.pagereelData)</script>",
                    script: "document.title = window.atFirst; send('start'); after(200, () => send('stop'));"))
            let forms = [
                "rows.csv": "id,name,size,seed\r\n7,\"Ann \"\"A\"\", é\",200x100,5\r\n",
                "rows.jsonl": #"{"id": "7", "name": "Ann \"A\", é", "size": "200x100", "seed": "5"}"# + "\n",
                "rows.yaml": "- {id: '7', name: 'Ann \"A\", é', size: 200x100, seed: '5'}\n",
            ]
            for (name, text) in forms {
                try batch.folder.write(name, text)
                let arguments = [
                    "batch", name, "--page", page + "?{name}", "-o", "out-\(name)/{name}.mp4", "--log", "log.jsonl",
                    "--date", "2026-01-01T00:00:00Z", "--threads=1",
                ]
                let printed = try await Pagereel.run(arguments + ["--dry-run", "--quiet"], folder: batch.folder)
                let outcome = try await Pagereel.run(arguments, folder: batch.folder)
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                let video = batch.folder.path("out-\(name)/Ann \"A\", é.mp4")
                try await expectRow(in: video)
                try FileManager.default.removeItem(atPath: video)
                // In a shell, the command that is printed does the same.
                let line = "'\(Pagereel.executable)'" + printed.standardOutput.trimmingPrefix("pagereel")
                let typed = try await Pagereel.run(
                    [], wrapper: ["sh", "-c", line], appendsExecutable: false, folder: batch.folder)
                #expect(typed.exitCode == 0, "\(printed.standardOutput)\(typed.standardError)")
                try await expectRow(in: video)
            }
            let log = try String(contentsOfFile: batch.folder.path("log.jsonl"), encoding: .utf8)
            #expect(log.contains("page.html?Ann%20%22A%22%2C%20%C3%A9"))
            #expect(log.contains(#""seed":5"#))
        }

        @Test("Mistakes are reported with their lines before anything is recorded: 65", .full)
        func mistakes() async throws {
            var rows = (1...30).map { "\($0),cards" }
            rows[4] = "5,cards,extra"
            rows[6] = "6,cards"
            rows[9] = "..,cards"
            rows[11] = "12,missing"
            try batch.write("id,template", rows)
            let outcome = try await batch.run()
            #expect(outcome.exitCode == 65)
            for text in ["line 6:", "line 8:", "line 11:", "line 13:", "The manifest has 4 mistakes"] {
                #expect(outcome.standardError.contains(text), "\(text): \(outcome.standardError)")
            }
            try batch.write("id,template", (1...30).map { "same,\(BatchFolder.templates[$0 % 2])" })
            let same = try await batch.run()
            #expect(same.standardError.contains("The manifest has 28 mistakes"), "\(same.standardError)")
            #expect(same.standardError.split(separator: "\n").count == 21)
            #expect(batch.folder.contents == ["rows.csv"])
        }

        @Test(
            "Invalid templates and options are usage errors: 64", .full,
            arguments: [
                (["--user-agent", "{nobody}"], "no column nobody"), (["--user-agent", "{id"], "not closed"),
                (["--where", "nobody=1"], "no column nobody"), (["--rows", "9..1"], "before the first"),
                (["--fps", "x"], "--fps"), (["--szie", "1x1"], "unknown option '--szie'. Did you mean '--size'?"),
                (["--shard", "3/2"], "Shard 3"), (["--max-failures", "many"], "neither a number"),
            ])
        func usage(options: [String], text: String) async throws {
            try batch.writeRows(4)
            let outcome = try await batch.run(options)
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(outcome.standardError.contains(text), "\(outcome.standardError)")
            #expect(batch.folder.contents == ["rows.csv"])
        }

        @Test("Rows that fail are listed with the reason, and only they are tried again: 1", .full)
        func failures() async throws {
            try batch.writeRows(6, fails: [2: "never", 5: "cancel"])
            let outcome = try await batch.run(["--retry", "0", "--start-timeout=10s", "--json"])
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("2.mp4 (line 3) failed: The recording never started"))
            #expect(outcome.standardError.contains("5.mp4 (line 6) failed: The page canceled the recording."))
            #expect(batch.outputs(of: 6) == [1, 3, 4, 6])
            let list = try String(contentsOfFile: batch.folder.path("rows.csv.journal/failed.csv"), encoding: .utf8)
            let lines = list.split(separator: "\r\n")
            #expect(lines.count == 3 && lines[0] == "id,template,seconds,fails,failure")
            #expect(lines[2].hasPrefix("5,chart,0.4,cancel,The page canceled"))

            let again = try await batch.run(["--retry", "0", "--start-timeout=10s", "--json"])
            #expect(again.exitCode == 1 && again.standardOutput.contains(#""done":4,"failed":2"#))
            #expect(batch.journal("begun").count == 8)

            // The rows are changed, and their outputs do not exist.
            try batch.writeRows(6)
            let repaired = try await batch.run(["--start-timeout=10s", "--overwrite"])
            #expect(repaired.exitCode == 0, "\(repaired.standardError)")
            #expect(batch.outputs(of: 6).count == 6)
            #expect(!FileManager.default.fileExists(atPath: batch.folder.path("rows.csv.journal/failed.csv")))
        }

        @Test("The list of failed rows can be recorded as a manifest of its own", .full)
        func failedRows() async throws {
            try batch.writeRows(2, fails: [2: "cancel"])
            let first = try await batch.run(["--retry", "0"])
            #expect(first.exitCode == 1, "\(first.standardError)")
            let list = "rows.csv.journal/failed.csv"
            var arguments = batch.arguments
            arguments[0] = list
            // Once in the folder of this version, and once in that of an older one.
            for folder in ["\(list).journals", "\(list).journal"] {
                if folder.hasSuffix(".journal") {
                    try FileManager.default.moveItem(
                        atPath: batch.folder.path("\(list).journals"), toPath: batch.folder.path(folder))
                }
                let again = try await Pagereel.run(["batch"] + arguments + ["--retry", "0"], folder: batch.folder)
                #expect(again.exitCode == 1, "\(again.standardError)")
                #expect(FileManager.default.fileExists(atPath: batch.folder.path("\(folder)/local.journal")))
                let status = try await batch.run(command: ["batch", "status"])
                #expect(status.exitCode == 0, "\(status.standardError)")
                let whole = try await batch.run(["--retry", "0"])
                #expect(whole.exitCode == 1, "\(whole.standardError)")
            }
            #expect(!batch.folder.contents.contains("\(list).journals/"))
        }

        @Test("A journal that cannot be read is an error in the system's words: 65", .full)
        func unreadableJournal() async throws {
            try batch.writeRows(1)
            _ = try batch.folder.makeFolder("rows.csv.journal")
            try FileManager.default.createSymbolicLink(
                atPath: batch.folder.path("rows.csv.journal/x.journal"), withDestinationPath: "missing")
            let outcome = try await batch.run(command: ["batch", "status"])
            #expect(outcome.exitCode == 65, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("x.journal cannot be read. [No such file or directory]"))
        }

        @Test("No more rows begin after too many failures", .full)
        func tooManyFailures() async throws {
            try batch.writeRows(20, fails: Dictionary(uniqueKeysWithValues: (1...20).map { ($0, "cancel") }))
            let outcome = try await batch.run(["--max-failures", "10%", "--jobs", "1", "--json"])
            #expect(outcome.exitCode == 1)
            #expect(outcome.standardOutput.contains(#""failed":3,"#), "\(outcome.standardOutput)")
            #expect(outcome.standardOutput.contains(#""left":17"#))
        }

        @Test("Outputs of other options, other rows or other programs are kept: 73", .full)
        func existing() async throws {
            try batch.writeRows(4)
            _ = try batch.folder.makeFolder("out")
            _ = try batch.folder.makeFolder("out/chart")
            try batch.folder.write("out/chart/1.mp4", "the user's")
            let foreign = try await batch.run()
            #expect(foreign.exitCode == 73)
            #expect(foreign.standardError.contains("out/chart/1.mp4 (line 2) was not made by this batch"))
            #expect(try await batch.run(["--overwrite"]).exitCode == 0)
            #expect(try await batch.fault(of: 1) == nil)

            let changed = try await batch.run(["--fps", "10"])
            #expect(changed.exitCode == 73)
            #expect(changed.standardError.contains("was made with other options or of another row, and 3 more"))
            try batch.write(
                "id,template,seconds,fails", ["1,chart,0.4,", "2,turn,0.2,", "3,tone,0.4,", "4,cards,0.4,"])
            let row = try await batch.run()
            #expect(row.exitCode == 73 && row.standardError.contains("out/turn/2.mp4 (line 3) was made with other"))
            #expect(try await batch.run(["--overwrite"]).exitCode == 0)
            #expect(try await batch.fault(of: 2, frames: 6) == nil)
            #expect(batch.journal("done").count == 5)
        }

        @Test("Ctrl-C finishes the rows under way, and the next run does the rest: 130", .full)
        func interrupt() async throws {
            try batch.writeRows(8)
            let outcome = try await batch.run(["--jobs", "2"]) { recording in
                try await batch.wait(forDone: 3)
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("stopping after the rows under way"))
            let first = batch.outputs(of: 8)
            #expect((3..<8).contains(first.count))
            #expect(batch.journal("done").count == first.count && batch.journal("begun").count == first.count)
            #expect(batch.journal("failed") == [])
            #expect(try await batch.run().exitCode == 0)
            #expect(batch.outputs(of: 8).count == 8)
            #expect(batch.journal("done").count == 8)
        }

        @Test("After SIGKILL the next run does the rest, and no half output appears", .full)
        func killed() async throws {
            try batch.writeRows(8)
            let outcome = try await batch.run(["--jobs", "2"]) { recording in
                try await batch.wait(forDone: 3)
                let helpers = recording.descendants
                try recording.send(.kill)
                try await helpers.waitForEnd()
            }
            #expect(outcome.exitCode == 137)
            let first = batch.outputs(of: 8)
            for id in first { #expect(try await batch.fault(of: id) == nil) }
            #expect(first.count < 8)
            #expect(try await batch.run().exitCode == 0)
            // A row whose output was written but not noted may be done once more.
            #expect((8...10).contains(batch.journal("done").count))
            let verified = try await batch.run(["--content"], command: ["batch", "verify"])
            #expect(verified.exitCode == 0 && verified.standardOutput == "8 rows: 8 done\n")
        }

        @Test("A page's process or an engine that dies costs one attempt", .full)
        func crash() async throws {
            try batch.writeRows(4, seconds: 2)
            let outcome = try await batch.run(["--jobs", "2"]) { recording in
                try await Condition.wait(for: "a page") { recording.webProcess != nil }
                if let page = recording.webProcess { kill(page.processID, SIGKILL) }
                try await batch.wait(forDone: 1)
                let engine = recording.descendants.first { $0.name.hasPrefix("pagereel-engin") }
                if let engine { kill(engine.processID, SIGKILL) }
            }
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            for id in 1...4 { #expect(try await batch.fault(of: id, frames: 60) == nil) }
            #expect(batch.journal("done").count == 4 && batch.journal("failed") == [])
        }

        @Test("Rows can be chosen, and shards have each row once", .full)
        func choice() async throws {
            try batch.writeRows(12)
            func chosen(_ options: [String]) async throws -> [Int] {
                let outcome = try await batch.run(["--dry-run"] + options)
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                return outcome.standardOutput.matches(of: #/-o out/[a-z]+/([0-9]+)\.mp4/#)
                    .compactMap { Int($0.output.1) }
            }
            #expect(try await chosen([]) == Array(1...12))
            #expect(try await chosen(["--where", "template=turn"]) == [2, 6, 10])
            #expect(try await chosen(["--where", "template!=turn", "--limit", "2"]) == [1, 3])
            #expect(try await chosen(["--rows", "4..6"]) == [4, 5, 6])
            let parts = [try await chosen(["--shard", "1/3"]), try await chosen(["--shard", "2/3"])]
            #expect(parts == [[1, 4, 7, 10], [2, 5, 8, 11]])

            #expect(try await batch.run(["--shard", "3/3"]).exitCode == 0)
            #expect(batch.outputs(of: 12) == [3, 6, 9, 12])
            #expect(batch.journal("done", named: "shard-3-of-3").count == 4)
            let status = try await batch.run([], command: ["batch", "status"])
            #expect(status.standardOutput == "12 rows: 4 done, 8 missing\n")
            #expect(try await batch.run(["--rows", "1..6"]).exitCode == 0)
            #expect(batch.outputs(of: 12) == [1, 2, 3, 4, 5, 6, 9, 12])
            #expect(batch.journal("done").count == 4)
        }

        @Test("verify finds what is missing, broken and foreign: 1", .full)
        func verify() async throws {
            try batch.writeRows(4)
            #expect(try await batch.run().exitCode == 0)
            try FileManager.default.removeItem(atPath: batch.output(2))
            let content = try Data(contentsOf: URL(fileURLWithPath: batch.output(3)))
            var changed = content
            changed[changed.count / 2] ^= 1
            try changed.write(to: URL(fileURLWithPath: batch.output(3)))
            try batch.folder.write("out/turn/7.mp4", "of no row")
            try batch.folder.write("out/turn/notes.txt", "no video")
            let outcome = try await batch.run([], command: ["batch", "verify"])
            #expect(outcome.exitCode == 1)
            #expect(outcome.standardOutput == "4 rows: 2 done, 1 gone, 1 broken, 1 extra\n")
            #expect(outcome.standardError.contains("extra: out/turn/7.mp4"))
            let some = try await batch.run(["--where", "id=1"], command: ["batch", "verify"])
            #expect(some.exitCode == 0 && some.standardOutput == "1 row: 1 done\n")
            #expect(outcome.standardError.contains("gone: out/turn/2.mp4 (line 3)"))
            #expect(outcome.standardError.contains("broken: out/tone/3.mp4 (line 4)"))
        }

        @Test("A second batch at the same time is refused: 73", .full)
        func twice() async throws {
            try batch.writeRows(6)
            let outcome = try await batch.run { _ in
                try await batch.wait(forDone: 1)
                let second = try await batch.run()
                #expect(second.exitCode == 73)
                #expect(second.standardError.contains("Another pagereel batch writes"), "\(second.standardError)")
            }
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(batch.journal("done").count == 6)
        }

        @Test("A row whose page eats memory is ended at the limit and fails; the others are recorded", .full)
        func memory() async throws {
            try batch.write("page", ["eater", "small", "other"])
            let script = """
                send('start'); after(200, () => send('stop'));
                if (location.search === '?eater') {
                    const kept = [];
                    after(1, function more() { kept.push(new Uint8Array(1 << 26).fill(1)); after(1, more); });
                }
                """
            let page = try batch.folder.write("page.html", TestPage.html(script: script))
            let outcome = try await Pagereel.run(
                [
                    "batch", "rows.csv", "--page", page + "?{page}", "-o", "out/{page}.mp4", "--max-memory", "500M",
                    "--retry=0", "--size", "64x64",
                ], folder: batch.folder)
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            let failed = batch.journal("failed")
            #expect(failed.count == 1 && failed.first?.contains("out/eater.mp4") == true, "\(failed)")
            #expect(batch.journal("done").count == 2)
            #expect(!FileManager.default.fileExists(atPath: batch.folder.path("out/eater.mp4")))
        }

        @Test("With --upload a row is done when its command succeeds, and only the upload is tried again", .full)
        func upload() async throws {
            try batch.write("id,template,seconds,fails", ["1,cards,0.2,", "2,turn,0.2,", "3,cards,0.2,"])
            // The first attempt for row 1 fails, and all for row 2; row 3 goes without its local file.
            let program = try batch.folder.write(
                "store.sh",
                """
                echo "$2" >>attempts
                case $2 in
                out/cards/1.mp4) [ -f failed ] || { touch failed; exit 7; } ;;
                out/turn/2.mp4) [ -f online ] || { echo 'no network' >&2; exit 1; } ;;
                esac
                mkdir -p "store/${2%/*}" && cp "$1" "store/$2"
                [ "$2" != out/cards/3.mp4 ] || rm "$1"
                """)
            let options = ["--upload", "sh \(program) {file} {name}", "--retry-delay=10ms"]
            let first = try await batch.run(options)
            #expect(first.exitCode == 1, "\(first.standardError)")
            #expect(first.standardError.contains("exit status 1: no network"), "\(first.standardError)")
            let status = try await batch.run(["--upload=true {file}"], command: ["batch", "status"])
            #expect(status.standardOutput == "3 rows: 2 done, 1 not uploaded\n")
            let attempts = try String(contentsOfFile: batch.folder.path("attempts"), encoding: .utf8)
            #expect(attempts.split(separator: "\n").count == 5)

            try batch.folder.write("online", "")
            let second = try await batch.run(options)
            #expect(second.exitCode == 0, "\(second.standardError)")
            #expect(batch.journal("begun").count == 3, "nothing is recorded again")
            for name in ["out/cards/1.mp4", "out/turn/2.mp4"] {
                #expect(
                    FileManager.default.contentsEqual(
                        atPath: batch.folder.path(name), andPath: batch.folder.path("store/\(name)")))
            }
            #expect(try await batch.run(Array(options.prefix(2)), command: ["batch", "verify"]).exitCode == 0)
        }

        @Test("An upload that hangs is ended with its children", .full)
        func hangingUpload() async throws {
            try batch.write("id,template,seconds,fails", ["1,cards,0.2,"])
            let outcome = try await batch.run(
                ["--upload", "echo $$ >group; sleep 1000 & wait; : {file}", "--upload-timeout=200ms", "--retry=0"])
            #expect(outcome.exitCode == 1)
            #expect(outcome.standardError.contains("took longer than 0.200 s"), "\(outcome.standardError)")
            let group = try String(contentsOfFile: batch.folder.path("group"), encoding: .utf8)
            let number = try #require(Int32(group.trimmingCharacters(in: .whitespacesAndNewlines)))
            try await Condition.wait(for: "the end of the upload") { kill(-number, 0) != 0 }
        }

        @Test(
            "A command without a place for the video, or in quotes, is a usage error", .full,
            arguments: ["rclone copy out bucket:", "cp '{file}' store", "cp {file} \"store/{name}\"", "cp {file} {id}"])
        func uploadTemplate(command: String) async throws {
            try batch.writeRows(1)
            let outcome = try await batch.run(["--upload", command])
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(batch.journal("").isEmpty)
        }
    }
}
