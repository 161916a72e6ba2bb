import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// The lock, retries, log, hooks and notifications of `images` and `compose`.
    @Suite("Unattended runs of images and compose")
    struct UnattendedRuns {
        /// A command that makes a video of a picture, and another one of the same kind that takes forever.
        enum Command: String, CaseIterable, Sendable {
            case images
            case compose

            /// The arguments for a short video.
            var short: [String] {
                switch self {
                case .images: ["images", "dot.bmp", "-o", "out.mp4", "--each", "0.2s", "--fps", "10"]
                case .compose: ["compose", "short.yaml", "-o", "out.mp4"]
                }
            }

            /// The arguments for a video that is never finished.
            var endless: [String] {
                switch self {
                case .images: ["images", "dot.bmp", "-o", "endless.mp4", "--each", "200h", "--fps", "120"]
                case .compose: ["compose", "endless.yaml", "-o", "endless.mp4"]
                }
            }

            /// The message that tells that work has begun.
            var beginning: String { self == .images ? "1 picture to" : "composing" }
        }

        private let folder: TemporaryFolder
        /// Locks belong to the user, not the test, so each test uses separate names.
        private let name = "test-\(UUID().uuidString)"

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("dot.bmp", Bitmap.flat(0xff8800))
            let canvas = "canvas: {width: 64, height: 48, fps: 10}\n"
            try folder.write("short.yaml", canvas + "video: [{src: dot.bmp, for: 0.2s}]")
            try folder.write(
                "endless.yaml",
                "canvas: {width: 64, height: 48, fps: 120}\n"
                    + "video: [{src: dot.bmp, for: 1h, motion: {zoom: [1, 2]}}]")
        }

        private func run(
            _ arguments: [String], environment: [String: String] = [:],
            during body: (Recording) async throws -> Void = { _ in }
        ) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                arguments, environment: Pagereel.bareEnvironment.merging(environment) { $1 }, folder: folder,
                during: body)
        }

        private func lines(_ name: String = "log.jsonl") throws -> [[String: Any]] {
            try String(decoding: try folder.read(name), as: UTF8.self).split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
            }
        }

        @Test("A held lock ends a second run at once, or --lock-wait waits for it", .full, arguments: Command.allCases)
        func lock(command: Command) async throws {
            let holder = try await run(command.endless + ["--lock", name]) { holder in
                try await holder.wait(for: command.beginning)
                let second = try await run(command.short + ["--lock", name])
                #expect(second.exitCode == 75, "\(second.standardError)")
                #expect(second.standardError.contains("process \(holder.processID)"), "\(second.standardError)")
                #expect(!folder.contains("out.mp4"))
                let waiting = try await run(command.short + ["--lock", name, "--lock-wait", "60s"]) { waiting in
                    try await waiting.wait(for: "waiting for the command that holds the lock")
                    #expect(holder.isRunning && !folder.contains("out.mp4"))
                    try holder.send(.interrupt)
                }
                #expect(waiting.exitCode == 0, "\(waiting.standardError)")
            }
            #expect(holder.exitCode == 130, "\(holder.standardError)")
            #expect(folder.contains("out.mp4") && !folder.contains("endless.mp4"))
        }

        @Test("A picture that appears later is used by another attempt", .full, arguments: Command.allCases)
        func retry(command: Command) async throws {
            let picture = try folder.read("dot.bmp")
            try FileManager.default.removeItem(atPath: folder.path("dot.bmp"))
            let options = ["--retry", "2", "--retry-delay", "0.5s", "--json", "--log", "log.jsonl"]
            let outcome = try await run(command.short + options) { run in
                try await run.wait(for: "retrying in 0.500 s")
                try folder.write("new.bmp", picture)
                try FileManager.default.moveItem(atPath: folder.path("new.bmp"), toPath: folder.path("dot.bmp"))
            }
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let lines = try lines()
            let events = lines.compactMap { $0["event"] as? String }
            #expect(events.first == "started" && events.dropFirst().first == "retrying", "\(events)")
            #expect(events.suffix(2) == ["started", "finished"], "\(events)")
            let summary = try #require(lines.last?["summary"] as? [String: Any])
            let attempts = try #require(summary["attempts"] as? Int)
            #expect((2...3).contains(attempts) && events.count { $0 == "started" } == attempts)
            let printed = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any]
            #expect(printed?["attempts"] as? Int == attempts)
        }

        @Test("Mistakes are not retried; a missing file is, and then fails", .full, arguments: Command.allCases)
        func failures(command: Command) async throws {
            let options = ["--retry", "1", "--retry-delay", "0s", "--quiet", "--log", "log.jsonl"]
            let hooks = ["--on-finish", "touch finished", "--on-failure", "cat > failure.json"]
            try folder.write("out.mp4", "old")
            let exists = try await run(command.short + options + hooks)
            #expect(exists.exitCode == 73, "\(exists.standardError)")
            try FileManager.default.removeItem(atPath: folder.path("dot.bmp"))
            let missing = try await run(command.short + options + hooks + ["--overwrite"])
            #expect(missing.exitCode == 65, "\(missing.standardError)")
            #expect(missing.standardError.contains("It was tried 2 times (--retry)."), "\(missing.standardError)")
            #expect(missing.standardError.split(separator: "\n").count == 1)
            let lines = try lines()
            #expect(
                lines.map { $0["event"] as? String } == [
                    "started", "failed", "started", "retrying", "started", "failed",
                ])
            #expect(lines.compactMap { $0["status"] as? Int } == [73, 65])
            let data = try folder.read("failure.json")
            let failure = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            #expect(failure["exitReason"] as? String == "unreadable-input" && failure["attempts"] as? Int == 2)
            #expect((failure["error"] as? String)?.contains("dot.bmp") == true)
            #expect(!folder.contains("finished"))
            #expect(try folder.read("out.mp4") == Data("old".utf8))
        }

        @Test("Ctrl-C ends the delay between attempts: 130", .full, arguments: Command.allCases)
        func interrupted(command: Command) async throws {
            try FileManager.default.removeItem(atPath: folder.path("dot.bmp"))
            let outcome = try await run(command.short + ["--retry", "1", "--retry-delay", "1h"]) {
                try await $0.wait(for: "retrying in")
                try $0.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("nothing was written"), "\(outcome.standardError)")
        }

        @Test("Success runs --on-finish with the summary, and is logged", arguments: Command.allCases)
        func finish(command: Command) async throws {
            let hooks = ["--on-finish", "cat > summary.json; ls out.mp4 >&2; exit 3", "--on-failure", "touch failed"]
            let outcome = try await run(command.short + hooks + ["--json", "--log", "log.jsonl"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("out.mp4\n"))
            #expect(outcome.standardError.contains("--on-finish command exited with status 3"))
            #expect(try folder.read("summary.json") == Data(outcome.standardOutput.utf8))
            let lines = try lines()
            #expect(lines.map { $0["event"] as? String } == ["started", "finished", "error"])
            if command == .images {
                #expect(lines[0]["output"] as? String == "out.mp4")
            } else {
                #expect(lines[0]["timeline"] as? String == "short.yaml")
                #expect(lines[0]["outputs"] as? [String] == ["out.mp4"])
            }
            let text = try String(contentsOf: Fixture.repository.appendingPathComponent("docs/log.md"), encoding: .utf8)
            for key in lines.joined().map(\.key) { #expect(text.contains("`\(key)`"), "\(key) is not documented") }
            #expect(!folder.contains("failed"))
        }

        @Test("The desktop shows each result", .full, .enabled(if: Desktop.isPossible))
        func notify() async throws {
            let shown = try await Desktop.showing { address in
                for command in Command.allCases {
                    let environment = ["DBUS_SESSION_BUS_ADDRESS": address]
                    let options = ["--notify", "--quiet"]
                    let good = try await run(command.short + options + ["--overwrite"], environment: environment)
                    #expect(good.exitCode == 0, "\(good.standardError)")
                    let bad = try await run(command.short + options, environment: environment)
                    #expect(bad.exitCode == 73, "\(bad.standardError)")
                }
            }
            let titles = shown.matches(of: #/^\('pagereel', 0, '', '([^']*)', '([^']*)/#.anchorsMatchLineEndings())
            #expect(
                titles.map { String($0.1) } == [
                    "Video made", "Making a video failed", "Composed", "Composing failed",
                ], "\(shown)")
            #expect(titles.first?.2.hasPrefix("out.mp4: 0:00.2") == true, "\(shown)")
        }

        @Test("Options without their partner are usage errors: 64", .full, arguments: Command.allCases)
        func usage(command: Command) async throws {
            for options in [["--lock-wait", "1s"], ["--retry-delay", "1s"], ["--lock", "a/b"]] {
                let outcome = try await run(command.short + options)
                #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            }
        }
    }
}
