import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// One recording per lock name at a time.
    @Suite("Locks")
    struct Locks {
        private let folder: TemporaryFolder
        private let endless: String
        /// Locks belong to the user, not the test, so each test uses separate names.
        private let name = "test-\(UUID().uuidString)"

        init() throws {
            folder = try TemporaryFolder()
            endless = try folder.write("page.html", TestPage.endless)
        }

        /// Runs a closure while a recording holds the lock; then stops the recording.
        private func whileHeld(_ body: (Recording) async throws -> Void) async throws {
            let outcome = try await Pagereel.run(
                ["record", endless, "-o", folder.path("first.mp4"), "--verbose", "--lock", name] + TestPage.small
            ) { recording in
                try await recording.wait(for: "tick 3.")
                try await body(recording)
                if recording.isRunning { try recording.send(.interrupt) }
            }
            #expect([130, 137].contains(outcome.exitCode), "\(outcome.standardError)")
        }

        /// Makes a short recording of a static page.
        private func record(
            _ options: [String], during body: (Recording) async throws -> Void = { _ in }
        ) async throws -> Pagereel.Outcome {
            let page = Fixture.page("static.html")
            return try await Pagereel.run(
                ["record", page, "-o", folder.path("second.mp4"), "--duration", "0.2s", "--json"] + TestPage.small
                    + options, during: body)
        }

        @Test("A held lock ends a second recording at once and names the owner: 75", .full)
        func held() async throws {
            try await whileHeld { recording in
                let outcome = try await record(["--lock", name])
                #expect(outcome.exitCode == 75)
                for words in [name, "process \(recording.processID)", "--lock-wait"] {
                    #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
                }
                #expect(outcome.standardOutput.contains("\"exitReason\":\"locked\""))
                #expect(!folder.contains("second.mp4"))
                let other = try await record(["--lock", name + "-other"])
                #expect(other.exitCode == 0, "\(other.standardError)")
            }
            let next = try await record(["--lock", name, "--overwrite"])
            #expect(next.exitCode == 0, "\(next.standardError)")
        }

        @Test("With --lock-wait the second recording waits for the first")
        func waits() async throws {
            try await whileHeld { recording in
                let outcome = try await record(["--lock", name, "--lock-wait", "40s"]) { waiting in
                    try await waiting.wait(for: "waiting for the command that holds the lock")
                    #expect(recording.isRunning && !folder.contains("second.mp4"))
                    try recording.send(.interrupt)
                }
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                #expect(folder.contains("second.mp4") && folder.contains("first.mp4"))
            }
        }

        @Test("--lock-wait gives up after its time: 75", .full)
        func waitsInVain() async throws {
            try await whileHeld { _ in
                let outcome = try await record(["--lock", name, "--lock-wait", "300ms"])
                #expect(outcome.exitCode == 75, "\(outcome.standardError)")
                #expect(outcome.standardError.contains("0.300 s (--lock-wait)"), "\(outcome.standardError)")
                let quiet = try await record(["--lock", name, "--lock-wait", "300ms", "--quiet"])
                #expect(quiet.exitCode == 75)
                #expect(!quiet.standardError.contains("waiting"), "\(quiet.standardError)")
            }
        }

        @Test("A killed process releases its lock", .full)
        func killed() async throws {
            try await whileHeld { recording in
                let descendants = recording.descendants
                try recording.send(.kill)
                try await descendants.waitForEnd()
                let outcome = try await record(["--lock", name])
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            }
        }

        @Test(
            "An invalid lock name, and --lock-wait without a lock, are usage errors: 64", .full,
            arguments: [
                ["--lock", "a/b"], ["--lock", ".."], ["--lock", ""], ["--lock-wait", "1s"],
            ])
        func usage(options: [String]) async throws {
            let outcome = try await record(options)
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("lock"), "\(outcome.standardError)")
        }
    }
}
