import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Recordings without an output name: where they go, and their metadata.
    @Suite("The library")
    struct Library {
        private let folder: TemporaryFolder
        private let library: String
        private let environment: [String: String]

        init() throws {
            folder = try TemporaryFolder()
            library = folder.path("videos/reels")
            environment = Pagereel.bareEnvironment.merging(["PAGEREEL_LIBRARY": library, "TZ": "UTC"]) { $1 }
        }

        /// Records a page of 0.2 s into the library.
        ///
        /// - Returns: The printed path.
        @discardableResult
        private func record(
            title: String = "Test page", _ options: [String] = [],
            during body: (Recording) async throws -> Void = { _ in }
        ) async throws -> String {
            let page = try folder.write("page.html", TestPage.timed(200, title: title))
            let outcome = try await Pagereel.run(
                ["record", page] + TestPage.small + options, environment: environment, during: body)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardOutput.hasSuffix("\n"))
            return outcome.standardOutput.trimmingCharacters(in: .newlines)
        }

        private func run(_ arguments: [String]) async throws -> Pagereel.Outcome {
            try await Pagereel.run(arguments, environment: environment)
        }

        /// The files of the library.
        private var names: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: library)) ?? []).sorted()
        }

        private func objects(_ text: String) throws -> [[String: Any]] {
            try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        }

        @Test("By default recordings go to the library, named by time", .full)
        func named() async throws {
            let before = Date()
            let path = try await record()
            #expect(path.hasPrefix(library + "/"))
            let name = String(path.dropFirst(library.count + 1))
            let stamp = DateFormatter()
            stamp.locale = Locale(identifier: "en_US_POSIX")
            stamp.dateFormat = "yyyy-MM-dd'T'HH-mm-ss.SSS'.mp4'"
            stamp.timeZone = TimeZone(identifier: "UTC")
            let time = try #require(stamp.date(from: name), "\(name)")
            #expect(time >= before.addingTimeInterval(-0.002) && time <= Date())
            #expect(try await Probe.read(path).video?.packetCount == 6)
            let transparent = try await record(["--transparent", "--quiet"])
            #expect(transparent.hasSuffix(".webm"))
            #expect(names == [name, (transparent as NSString).lastPathComponent])
            let summary = try await Pagereel.run(
                ["record", folder.path("page.html"), "--json", "--codec", "prores", "--library", folder.path("other")]
                    + TestPage.small, environment: environment
            ).summary
            #expect(summary.output?.hasPrefix(folder.path("other/")) == true)
            #expect(summary.output?.wholeMatch(of: /.*\.mov/) != nil)
        }

        @Test("If the name is taken, the recording uses the next millisecond", .full)
        func taken() async throws {
            let page = try folder.write("page.html", TestPage.endless)
            var first = ""
            let outcome = try await Pagereel.run(
                ["record", page, "--verbose"] + TestPage.small, environment: environment
            ) { recording in
                try await recording.wait(for: "tick 3.")
                let said = try #require(recording.console.text.firstMatch(of: #/to (/\S+\.mp4)/#))
                first = String(said.1)
                try Data("another's".utf8).write(to: URL(fileURLWithPath: first))
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            let path = outcome.standardOutput.trimmingCharacters(in: .newlines)
            #expect(
                path > first
                    && path.dropFirst(library.count).wholeMatch(of: /\/[-0-9]{10}T[-0-9]{8}\.\d{3}\.mp4/) != nil)
            #expect(names == [first, path].map { ($0 as NSString).lastPathComponent })
            #expect(try Data(contentsOf: URL(fileURLWithPath: first)) == Data("another's".utf8))
            #expect(try await Probe.read(path).video != nil)
        }

        @Test("Concurrent recordings get different names", .full)
        func atOnce() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let script = "for i in 1 2 3 4; do \"$0\" record \"$1\" --size 320x180 -q & done; wait"
            let outcome = try await Pagereel.run(
                [], environment: environment, wrapper: ["/bin/sh", "-c", script, Pagereel.executable, page],
                appendsExecutable: false)
            #expect(outcome.standardError == "")
            #expect(Set(outcome.standardOutput.split(separator: "\n")).count == 4)
            #expect(names.count == 4)
            for name in names { #expect(try await Probe.read(library + "/" + name).video?.packetCount == 6) }
        }

        @Test("The default is a pagereel folder in the user's video folder", .full)
        func place() async throws {
            let home = try folder.makeFolder("home")
            try folder.write("home/.config/user-dirs.dirs", "XDG_VIDEOS_DIR=\"$HOME/Filme\"\n")
            let user = Pagereel.bareEnvironment.merging(["HOME": home]) { $1 }
            let cancelling = try folder.write("cancel.html", TestPage.html(script: "send('start'); send('cancel');"))
            let cancelled = try await Pagereel.run(["record", cancelling] + TestPage.small, environment: user)
            #expect(cancelled.exitCode == 10)
            #expect(cancelled.standardOutput == "")
            #expect(!folder.contains("home/Filme"))
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(["record", page] + TestPage.small, environment: user)
            #expect(outcome.standardOutput.hasPrefix(home + "/Filme/pagereel/2"), "\(outcome.standardError)")
        }

        @Test("show prints metadata and the command that reproduces the file")
        func show() async throws {
            let script = try folder.write("it's a.js", "document.title += ' & more'")
            let first = try await record(
                title: "Bericht \u{1b}[31m“年报”",
                [
                    "--seed", "7", "--date", "2031-12-31T09:00:00Z", "--script", script, "--cookie",
                    "session=swordfish",
                    "--quiet",
                ])
            let outcome = try await run(["show", "latest", "--json"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let shown = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any])
            let keys = [
                "bytes", "chapters", "codec", "command", "container", "created", "duration", "fps", "frames", "height",
                "name", "omitted", "page", "path", "recorded", "recorder", "sound", "title", "width",
            ]
            #expect(shown.keys.sorted() == keys)
            let document = try String(
                contentsOf: Fixture.repository.appendingPathComponent("docs/library.md"), encoding: .utf8)
            for key in keys { #expect(document.contains("`\(key)`"), "\(key) is not documented") }
            #expect(shown["path"] as? String == first)
            #expect((shown["title"] as? String)?.hasSuffix("“年报” & more") == true)
            #expect(shown["page"] as? String == URL(fileURLWithPath: folder.path("page.html")).absoluteString)
            #expect(shown["frames"] as? Int == 6)
            #expect(shown["duration"] as? Double == 0.2)
            #expect(shown["width"] as? Int == 320)
            #expect(shown["omitted"] as? [String] == ["--cookie"])
            #expect((shown["created"] as? String)?.hasPrefix("2031-12-31T09:00:00") == true)
            #expect((shown["recorded"] as? String)?.hasPrefix("2031") == false)
            #expect((shown["recorder"] as? String)?.hasPrefix("pagereel ") == true)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: first))
            #expect(bytes.range(of: Data("swordfish".utf8)) == nil)

            let command = try #require(shown["command"] as? String)
            let again = try await Pagereel.run(
                [], environment: environment,
                wrapper: [
                    "/bin/sh", "-c",
                    "pagereel() { \(Pagereel.executable) \"$@\" --cookie session=swordfish; }; \(command)",
                ], appendsExecutable: false)
            #expect(again.exitCode == 0, "\(again.standardError)")
            let second = again.standardOutput.trimmingCharacters(in: .newlines)
            #expect(second > first)
            #expect(try Data(contentsOf: URL(fileURLWithPath: second)) == bytes)

            let sheet = try await run(["show", (first as NSString).lastPathComponent])
            for words in [
                first, "6 frames at 30 fps", "320x180, H.264", command, "not kept, as it may be secret: --cookie",
            ] {
                #expect(sheet.standardOutput.contains(words), "\(sheet.standardOutput)")
            }
            #expect(!sheet.standardOutput.contains("\u{1b}"))
        }

        @Test(
            "list shows the newest first, includes other videos and reports invalid files")
        func list() async throws {
            let empty = try await run(["list"])
            #expect(empty.exitCode == 0)
            #expect(empty.standardOutput == "")
            #expect(empty.standardError.contains("no recordings in \(library)"))
            #expect(try await run(["list", "--json"]).standardOutput == "[]\n")

            let path = try await record(title: "Quarter\u{9b} 年报")
            let name = (path as NSString).lastPathComponent
            let older = "2020-02-29T23-59-59.999.mp4"
            try FileManager.default.copyItem(atPath: path, toPath: library + "/" + older)
            try await Tool.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:d=0.1", library + "/holiday.mp4"])
            for name in ["junk.webm", ".pagereel-1-x.partial", ".hidden.mp4", "notes.txt"] {
                try folder.write("videos/reels/\(name)", "junk")
            }
            let all = try objects(try await run(["list", "--json"]).standardOutput)
            #expect(all.map { $0["name"] as? String } == ["holiday.mp4", name, older])
            #expect(all[0]["command"] is NSNull)
            #expect(all[2]["recorded"] as? String == "2020-02-29T23:59:59.999Z")

            let table = try await run(["list"])
            #expect(table.standardError.split(separator: "\n").count == 1)
            #expect(table.standardError.contains("junk.webm"))
            let lines = table.standardOutput.split(separator: "\n")
            #expect(lines.count == 4)
            #expect(lines[0].split(separator: " ") == ["#", "time", "length", "size", "page", "name"])
            #expect(lines[2].hasPrefix("2  2") && lines[2].contains("0:00.2") && lines[2].hasSuffix(name))
            #expect(lines[3].hasPrefix("3  2020-02-29 23:59:59") && lines[3].contains("Quarter  年报"))
            // A Chinese character takes two terminal columns.
            let starts = zip(lines, ["name", "holiday.mp4", name, older]).map { line, name in
                line.dropLast(name.count).reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
            }
            #expect(Set(starts).count == 1, "\(table.standardOutput)")

            let filters: [([String], [String])] = [
                (["--page", "QUARTER", "--limit", "1"], [name]), (["--page", "PAGE.html"], [name, older]),
                (["--since", "2020-03-01"], ["holiday.mp4", name]), (["--until", "2020-02-29"], [older]),
                (["--until", "2020-02-29T23:58"], []),
            ]
            for (options, expected) in filters {
                let found = try objects(try await run(["list", "--json"] + options).standardOutput)
                #expect(found.map { $0["name"] as? String } == expected, "\(options)")
            }
            // Numbers are those of the whole list, even when it is filtered.
            let filtered = try await run(["list", "--page", "quarter"])
            #expect(filtered.standardOutput.split(separator: "\n").last?.hasPrefix("3") == true)
            for (word, expected) in ["3": older, "2020": older, "holiday": "holiday.mp4", path: name] {
                let shown = try await run(["show", word, "--json"])
                #expect(shown.standardOutput.contains("\"name\":\"\(expected)\""), "\(word): \(shown.standardError)")
            }
        }

        @Test("The documentation names every option of the commands", .full)
        func documented() async throws {
            let document = try String(
                contentsOf: Fixture.repository.appendingPathComponent("docs/library.md"), encoding: .utf8)
            for command in ["list", "show", "open", "remove", "watch", "gallery"] {
                let help = try await run([command, "--help-all"]).standardOutput
                let options = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
                #expect(options.contains("--library"))
                for option in options.subtracting(["--help", "--help-all", "--version"]) {
                    #expect(document.contains("`\(option)"), "\(command) \(option)")
                }
            }
        }

        @Test("Unknown names are 65; ambiguous names and invalid filters are 64", .full)
        func mistakes() async throws {
            let path = try await record()
            let name = (path as NSString).lastPathComponent
            try FileManager.default.copyItem(
                atPath: path, toPath: library + "/" + name.replacing(".mp4", with: "-copy.mp4"))
            try folder.write("own.mp4", "")
            let own = try await Pagereel.run(["show", "own.mp4", "--library", library], folder: folder)
            #expect(own.exitCode == 65 && own.standardError.contains("write ./own.mp4"), "\(own.standardError)")
            let cases: [([String], Int32, String)] = [
                (["show", "missing"], 65, "pagereel list"),
                (["show", "/missing.mp4"], 65, "/missing.mp4"),
                (["show", String(name.prefix(10))], 64, "-copy.mp4"),
                (["list", "--since", "2026-02-30"], 64, "2026-01-31"),
                (["list", "--since", "2026-02-02", "--until", "2026-02-01"], 64, "--until"),
                (["list", "--limit", "0"], 64, "--limit"), (["list", "--library", path], 65, "cannot be read"),
                (["record", "page.html", "-o", "a.mp4", "--library", "x"], 64, "--library"),
            ]
            for (arguments, exitCode, words) in cases {
                let outcome = try await run(arguments)
                #expect(outcome.exitCode == exitCode, "\(arguments): \(outcome.standardError)")
                #expect(outcome.standardError.contains(words), "\(arguments): \(outcome.standardError)")
                #expect(outcome.standardOutput == "")
            }
        }
    }
}
