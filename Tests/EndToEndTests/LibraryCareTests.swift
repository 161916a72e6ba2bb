import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Opening, removing and watching recordings.
    @Suite("Library commands")
    struct LibraryCare {
        private let folder: TemporaryFolder
        private let library: String
        private let environment: [String: String]

        init() throws {
            folder = try TemporaryFolder()
            library = try folder.makeFolder("library")
            environment = Pagereel.bareEnvironment.merging(["PAGEREEL_LIBRARY": library]) { $1 }
        }

        /// Makes a video of 0.1 s in the library.
        private func makeVideo(_ name: String, title: String = "") async throws {
            try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:d=0.1", "-metadata", "title=\(title)",
                    library + "/" + name,
                ])
        }

        private func run(_ arguments: [String]) async throws -> Pagereel.Outcome {
            try await Pagereel.run(arguments, environment: environment)
        }

        /// Runs the executable on a terminal and types an answer.
        private func run(_ arguments: [String], answering answer: String) async throws -> Pagereel.Outcome {
            let quoted = ([Pagereel.executable] + arguments).map { "'\($0)'" }.joined(separator: " ")
            return try await Pagereel.run(
                [], environment: environment,
                wrapper: [
                    "/bin/sh", "-c", "echo \"$1\" | exec /usr/bin/script -qec \"$0\" /dev/null", quoted, answer,
                ], appendsExecutable: false)
        }

        private var names: [String] {
            folder.contents.filter { $0.hasPrefix("library/") }.map { String($0.dropFirst(8)) }
        }

        @Test("remove asks for confirmation; without a terminal it needs --yes: 64", .full)
        func asks() async throws {
            try await makeVideo("a.mp4", title: "First\u{1b}[2J")
            let refused = try await run(["remove", "a"])
            #expect(refused.exitCode == 64)
            #expect(refused.standardError.contains("--yes"), "\(refused.standardError)")
            let declined = try await run(["remove", "a"], answering: "")
            #expect(declined.exitCode == 0)
            #expect(declined.standardOutput.contains("First [2J, 0:00.1"), "\(declined.standardOutput)")
            #expect(declined.standardOutput.contains("nothing was removed"))
            #expect(names == ["", "a.mp4"])
            let agreed = try await run(["remove", "a"], answering: "y")
            #expect(agreed.standardOutput.contains("removed \(library)/a.mp4"), "\(agreed.standardOutput)")
            #expect(names == [""])
        }

        @Test("remove deletes several recordings, all or none, only in the library")
        func removes() async throws {
            for name in ["a.mp4", "b.webm", "c.mkv"] { try await makeVideo(name) }
            try folder.write("library/broken.mp4", "junk")
            try folder.write("library/notes.txt", "mine")
            let outside = try folder.write("outside.mp4", "mine")
            let wrong: [([String], Int32)] = [
                (["a", "missing"], 65), (["a", outside], 64), (["a", "\(library)/../outside.mp4"], 64),
                (["a", library + "/notes.txt"], 64), (["\(library)/missing.mp4"], 65),
            ]
            for (names, exitCode) in wrong {
                let outcome = try await run(["remove", "--yes"] + names)
                #expect(outcome.exitCode == exitCode, "\(names): \(outcome.standardError)")
            }
            #expect(names == ["", "a.mp4", "b.webm", "broken.mp4", "c.mkv", "notes.txt"])
            let outcome = try await run(["remove", "--yes", "a", "broken", library + "/b.webm", "a.mp4"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(names == ["", "c.mkv", "notes.txt"])
            #expect(folder.contains("outside.mp4"))
        }

        @Test("open passes the file to xdg-open; a missing program is 69", .full)
        func opens() async throws {
            try await makeVideo("a b.mp4")
            let tools = try folder.makeFolder("tools")
            let alone = environment.merging(["PATH": tools]) { $1 }
            let missing = try await Pagereel.run(["open", "latest"], environment: alone)
            #expect(missing.exitCode == 69)
            #expect(missing.standardError.contains("xdg-utils"), "\(missing.standardError)")
            let opened = folder.path("opened")
            try folder.write("tools/xdg-open", "#!/bin/sh\nprintf '%s' \"$1\" > '\(opened)'\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tools + "/xdg-open")
            let outcome = try await Pagereel.run(["open", "a"], environment: alone)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(try String(contentsOfFile: opened, encoding: .utf8) == library + "/a b.mp4")
            try folder.write("tools/xdg-open", "#!/bin/sh\nexit 3\n")
            let unable = try await Pagereel.run(["open", "a"], environment: alone)
            #expect(unable.exitCode == 69)
            #expect(unable.standardError.contains("no program"), "\(unable.standardError)")
            #expect(try await Pagereel.run(["open", "b"], environment: alone).exitCode == 65)
        }

        @Test("watch prints a line for each finished recording", .full)
        func watches() async throws {
            let page = try folder.write("page.html", TestPage.timed(200, title: "Watched\u{9b} 年报"))
            try FileManager.default.removeItem(atPath: library)
            let outcome = try await Pagereel.run(["watch"], environment: environment) { watching in
                try await watching.wait(for: "watching \(library)")
                let recorded = try await run(["record", page] + TestPage.small)
                #expect(recorded.exitCode == 0, "\(recorded.standardError)")
                let file = try #require(FileManager.default.contentsOfDirectory(atPath: library).first)
                try await Tool.run("cp", [library + "/" + file, library + "/copied.mp4"])
                try folder.write("library/last.mp4", "junk")
                try await watching.wait(for: "last.mp4")
                try watching.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            let lines = outcome.standardOutput.split(separator: "\n").map { $0.split(separator: "\t") }
            #expect(lines.count == 2, "\(outcome.standardOutput)")
            for line in lines { #expect(line.count == 4 && line[1] == "0:00.2" && line[3] == "Watched  年报", "\(line)") }
            #expect(lines.map(\.first).last == "copied.mp4")
        }

        @Test("watch --json prints objects until SIGTERM, or until the folder is removed: 65", .full)
        func watchEnds() async throws {
            let json = try await Pagereel.run(["watch", "--json"], environment: environment) { watching in
                try await watching.wait(for: "watching")
                try await makeVideo("a.mkv", title: "x")
                try folder.write("library/last.mp4", "junk")
                try await watching.wait(for: "last.mp4")
                try watching.send(.terminate)
            }
            #expect(json.exitCode == 143)
            let object = try JSONSerialization.jsonObject(with: Data(json.standardOutput.utf8)) as? [String: Any]
            #expect(object?["name"] as? String == "a.mkv", "\(json.standardOutput)")
            let gone = try await Pagereel.run(["watch"], environment: environment) { watching in
                try await watching.wait(for: "watching")
                try FileManager.default.removeItem(atPath: library)
            }
            #expect(gone.exitCode == 65)
            #expect(gone.standardError.contains("was removed"), "\(gone.standardError)")
        }
    }
}
