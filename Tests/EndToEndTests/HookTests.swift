import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Commands that run after a recording (--on-finish, --on-failure).
    @Suite("Commands after a recording")
    struct Hooks {
        private let folder: TemporaryFolder
        private let page: String

        init() throws {
            folder = try TemporaryFolder()
            page = try folder.write("page.html", TestPage.timed(200))
        }

        private func record(
            _ page: String, _ options: [String], during body: (Recording) async throws -> Void = { _ in }
        ) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                ["record", page, "-o", "out.mp4", "--overwrite"] + TestPage.small + options, folder: folder,
                during: body)
        }

        private func object(_ name: String) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: try folder.read(name)) as? [String: Any])
        }

        @Test("Success runs --on-finish with the summary and a clean environment")
        func finish() async throws {
            let command = """
                cat > summary.json; env > environment; grep '^Sig[BI]' /proc/self/status > signals; ls -l out.mp4 >&2
                echo printed; touch "it's 100%"
                """
            let outcome = try await record(page, ["--json", "--on-finish", command, "--on-failure", "touch failed"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            // Standard output contains only the object, whatever the command prints.
            let summary = try outcome.summary
            #expect(outcome.standardError.contains("printed\n") && outcome.standardError.contains("out.mp4"))
            let object = try object("summary.json")
            #expect(object["output"] as? String == summary.output && object["frames"] as? Int == 6)
            #expect(folder.contains("it's 100%") && !folder.contains("failed"))
            let names = String(decoding: try folder.read("environment"), as: UTF8.self).split(separator: "\n")
                .compactMap { $0.split(separator: "=").first }
            // The shell adds its own variables.
            #expect(
                Set(names).subtracting(["PWD", "OLDPWD", "SHLVL", "_", "XDG_CACHE_HOME", "TMPDIR"]) == ["PATH"],
                "\(names)")
            let signals = String(decoding: try folder.read("signals"), as: UTF8.self).split(separator: "\n")
            // From 32 on, signals are used by the C library or are real-time signals.
            let masks = signals.compactMap { $0.split(separator: "\t").last }.compactMap { UInt64($0, radix: 16) }
            #expect(masks.map { $0 & 0x7fff_ffff } == [0, 0], "\(signals)")
        }

        @Test("Failures are mailed with sendmail, and successes are not")
        func mail() async throws {
            let program = try folder.write(
                "bin/sendmail",
                "#!/bin/sh\necho \"$@\" > '\(folder.path("arguments"))'; cat > '\(folder.path("mail"))'\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
            func record(_ page: String, _ options: [String] = []) async throws -> Pagereel.Outcome {
                try await Pagereel.run(
                    ["record", page, "-o", "out.mp4", "--overwrite", "--quiet", "--mail-on-failure", "me@example.com"]
                        + TestPage.small + options,
                    environment: ["PATH": folder.path("bin") + ":" + Pagereel.systemPath], folder: folder)
            }
            #expect(try await record(page).exitCode == 0)
            #expect(!folder.contains("mail"))
            let failed = try await record(folder.path("fehlt é.html"), ["--retry", "1", "--retry-delay", "0s"])
            #expect(failed.exitCode == 66)
            #expect(String(decoding: try folder.read("arguments"), as: UTF8.self) == "-i -t\n")
            let mail = String(decoding: try folder.read("mail"), as: UTF8.self)
            let parts = mail.split(separator: "\n\n", maxSplits: 1)
            #expect(mail.hasPrefix("To: me@example.com\nSubject: =?utf-8?B?") && parts.count == 2, "\(mail)")
            #expect(mail.utf8.allSatisfy { $0 < 0x80 })
            let body = try #require(Data(base64Encoded: String(parts[1]), options: .ignoreUnknownCharacters))
            let text = String(decoding: body, as: UTF8.self)
            #expect(text.contains("fehlt é.html") && text.contains("tried 2 times (--retry)"), "\(text)")
            #expect(text.contains("Exit status 66:"), "\(text)")
            // What is recorded and does not meet expectations has failed, too.
            #expect(try await record(page, ["--expect", "no stop"]).exitCode == 1)
            #expect(try folder.read("mail") != Data(mail.utf8))
            try folder.write("bin/sendmail", "#!/bin/sh\nexit 75\n")
            let unsent = try await record(folder.path("none.html"))
            #expect(unsent.exitCode == 66)
            #expect(
                unsent.standardError.contains("The --mail-on-failure command exited with status 75."),
                "\(unsent.standardError)")
            #expect(try await record(page, ["--mail-on-failure", "a b"]).exitCode == 64)
        }

        @Test("Failure and cancel run --on-failure")
        func failure() async throws {
            let options = ["--quiet", "--on-finish", "touch finished", "--on-failure", "cat > summary.json"]
            let missing = try await record(folder.path("missing.html"), options)
            #expect(missing.exitCode == 66)
            #expect(try object("summary.json")["exitReason"] as? String == "not-loaded")
            let cancelling = try folder.write("cancel.html", TestPage.html(script: "send('start'); send('cancel');"))
            let cancelled = try await record(cancelling, options)
            #expect(cancelled.exitCode == 10)
            #expect(try object("summary.json")["exitReason"] as? String == "cancelled")
            #expect(!folder.contains("finished"))
        }

        @Test(
            "A failing hook does not change the exit status", .full,
            arguments: [
                ("exit 3", "--on-finish command exited with status 3"),
                ("kill -9 $$", "--on-finish command was killed by signal 9"),
                ("no-such-command", "--on-finish command exited with status 127"), ("exec <&-; sleep 0.1", nil),
                ("true", nil),
            ] as [(String, String?)])
        func failing(command: String, words: String?) async throws {
            let outcome = try await record(page, ["--quiet", "--on-finish", command])
            #expect(outcome.exitCode == 0)
            let errors = outcome.standardError.split(separator: "\n").filter { $0.hasPrefix("pagereel: error: ") }
            #expect(errors.count == (words == nil ? 0 : 1), "\(outcome.standardError)")
            if let words { #expect(errors.first?.contains(words) == true, "\(outcome.standardError)") }
        }

        @Test("A signal ends the hook and its children", .full)
        func interrupted() async throws {
            let outcome = try await record(page, ["--on-finish", "sleep 3600 & echo waiting; wait"]) { recording in
                try await recording.wait(for: "waiting\n")
                // The shell may have written before its child has executed the other program.
                var descendants: [ProcessTable.Entry] = []
                try await Condition.wait(for: "the command's own process") {
                    descendants = recording.descendants.filter { $0.name == "sleep" }
                    return descendants.count == 1
                }
                try recording.send(.terminate)
                try await descendants.waitForEnd()
            }
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("killed by signal 15"), "\(outcome.standardError)")
            #expect(folder.contains("out.mp4"))
        }
    }
}
