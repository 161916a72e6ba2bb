import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// What `pagereel schedule` prints, and how it changes a crontab.
    @Suite("Schedules")
    struct Schedules {
        /// A folder name with characters that break careless quoting.
        private let folder: TemporaryFolder
        private let work: String

        init() throws {
            folder = try TemporaryFolder()
            work = try folder.makeFolder("100% it's $HOME")
            try folder.write("100% it's $HOME/page.html", TestPage.timed(200))
            try folder.write("100% it's $HOME/steps.yaml", "[{screenshot: x}]")
            try folder.write("100% it's $HOME/rows.csv", "id\n7\n")
        }

        private func schedule(
            _ options: [String], _ recording: [String]? = nil, environment: [String: String] = Pagereel.bareEnvironment
        ) async throws -> Pagereel.Outcome {
            try await schedule(options, words: recording.map { ["record"] + $0 } ?? [], environment: environment)
        }

        private func schedule(
            _ options: [String], words: [String], environment: [String: String] = Pagereel.bareEnvironment
        ) async throws -> Pagereel.Outcome {
            let arguments = ["schedule"] + options + (words.isEmpty ? [] : ["--"] + words)
            return try await Pagereel.run(
                [], environment: environment,
                wrapper: ["/usr/bin/env", "--chdir=\(work)", Pagereel.executable] + arguments,
                appendsExecutable: false)
        }

        private let recording = ["page.html?a=1&b=2", "-o", "out/%Y-%m-%d.mp4", "--size=320x180", "--log", "log"]

        @Test("A crontab line has absolute paths, prints only errors, and works from any folder")
        func line() async throws {
            let outcome = try await schedule(["--cron", "0  6 * * mon"], recording)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let line = outcome.standardOutput
            #expect(line.hasPrefix("0 6 * * mon \(Pagereel.executable) record --quiet '/"), "\(line)")
            #expect(line.hasSuffix("\n") && line.count { $0 == "\n" } == 1)
            // Like cron: every percent sign has a backslash, which is removed.
            let escaped = #"\%"#
            #expect(line.replacing(escaped, with: "").contains("%") == false, "\(line)")
            let command = String(line.split(separator: " ", maxSplits: 5).last ?? "").replacing(escaped, with: "%")
            let printed = try await Tool.run(
                "env", ["-i", "-C", "/", "PATH=\(Pagereel.systemPath)", "/bin/sh", "-c", command])
            #expect(printed == [])
            let made = folder.contents.filter { $0.hasSuffix(".mp4") }
            #expect(made.count == 1 && made[0].contains(/\/out\/\d{4}-\d\d-\d\d\.mp4$/), "\(folder.contents)")
            #expect(folder.contains("100% it's $HOME/log"))
        }

        @Test("A page in a served folder is found from any folder", .full, arguments: ["site/page.html", "page.html"])
        func served(page: String) async throws {
            _ = try folder.makeFolder("100% it's $HOME/site")
            try folder.write("100% it's $HOME/site/page.html", TestPage.timed(200))
            let outcome = try await schedule(
                ["--cron", "@daily"], [page, "--serve", "site", "-o", "out.mp4", "--size=320x180", "--overwrite"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let command = String(outcome.standardOutput.split(separator: " ", maxSplits: 1).last ?? "")
            try await Tool.run(
                "env",
                ["-i", "-C", "/", "PATH=\(Pagereel.systemPath)", "/bin/sh", "-c", command.replacing(#"\%"#, with: "%")])
            #expect(folder.contents.contains { $0.hasSuffix("/out.mp4") }, "\(folder.contents)")
        }

        @Test("Every command can be scheduled, and its line works from any folder")
        func commands() async throws {
            try folder.write("100% it's $HOME/people.csv", "id;size\n7;320x180\n")
            let recording = ["--size=320x180", "--duration=0.2s"]
            let cases: [([String], file: String?)] = [
                (
                    ["batch", "people.csv", "--page", "page.html", "-o", "out/%F/{id}.mp4", "--duration=0.2s"],
                    "/7.mp4"
                ),
                (["check", "page.html"], nil),
                (
                    ["stills", "page.html", "--at", "0.1s", "-o", "now", "--size=64x64", "--overwrite"],
                    "/now/0000100ms.png"
                ),
                (["images", "now/*.png", "-o", "film-%F.mp4", "--each", "2f"], nil),
                (["record", "page.html", "-o", "%F.mp4"] + recording, nil),
            ]
            for (words, file) in cases {
                let outcome = try await schedule(["--cron", "@daily"], words: words)
                #expect(outcome.exitCode == 0, "\(words): \(outcome.standardError)")
                let line = String(outcome.standardOutput.split(separator: " ", maxSplits: 1).last ?? "")
                #expect(line.contains("--quiet"), "\(line)")
                let printed = try await Tool.run(
                    "env",
                    [
                        "-i", "-C", "/", "PATH=\(Pagereel.systemPath)", "/bin/sh", "-c",
                        line.replacing(#"\%"#, with: "%"),
                    ])
                #expect(printed == [], "\(words)")
                if let file { #expect(folder.contents.contains { $0.hasSuffix(file) }, "\(folder.contents)") }
            }
        }

        @Test(
            "A command whose later run would fail, or that has a password, is rejected",
            arguments: [
                (["record", "page.html", "-o", "a.mp4"], "Every run would write 'a.mp4'", "Add --overwrite"),
                (["record", "page.html", "-o", "%F.mp4"], "00:00 and ", "%F_%H%M.mp4"),
                (["record", "page.html", "-o", "%F_%H%M.mp4", "--poster", "a.png"], "a.png'", "Add --overwrite"),
                (["stills", "page.html", "--at", "1s", "-o", "now"], "'now/0001000ms.png'", "Add --overwrite"),
                (
                    ["stills", "page.html", "--at", "1s", "-o", "now", "--compare", "no"], "There is no folder no",
                    "--update"
                ),
                (
                    ["record", "page.html", "-o", "%F_%H%M.mp4", "--do", "steps.yaml", "--screenshots", "s"],
                    "Every run would write 's/x.png'", "Add --overwrite"
                ),
                (["check", "page.html", "--do", "steps.yaml"], "Every run would write './x.png'", "Add --overwrite"),
                (
                    ["batch", "rows.csv", "--page", "page.html", "-o", "out/{id}.mp4", "--overwrite"],
                    "Every run would write 'out/{id}.mp4'", "'out/%F_%H%M/{name}.mp4'"
                ),
                (["check", "page.html", "--watch"], "--watch never ends", "scheduled"),
                (["record", "page.html", "--auth", "a:PW1"], "--auth", "chmod 600"),
                (["check", "page.html", "--header", "Authorization: PW1"], "'Authorization'", "chmod 600"),
                (["batch", "a.csv", "--page", "a", "-o", "a.mp4", "--var", "api_key=PW1"], "'api_key'", "chmod 600"),
                (["record", "https://a:PW1@example.com/"], "address", "PAGEREEL_AUTH"),
                (["images", "none.png", "-o", "%F.mp4"], "none.png", "cannot be"),
                (["show", "a.mp4"], "no command that can be scheduled", "record, batch"),
                (["recrod", "page.html"], "Did you mean 'record'?", "recrod"),
                (["check", "-"], "standard input", "Name a file"),
            ])
        func refusedRuns(words: [String], message: String, advice: String) async throws {
            let outcome = try await schedule(["--cron", "@hourly"], words: words)
            #expect(
                outcome.exitCode == (["images", "stills"].contains(words[0]) && !message.hasPrefix("'") ? 65 : 64),
                "\(outcome.standardError)")
            #expect(outcome.standardError.contains(message), "\(outcome.standardError)")
            #expect(outcome.standardError.contains(advice), "\(outcome.standardError)")
            #expect(!outcome.standardError.contains("PW1"))
            #expect(outcome.standardOutput == "")
        }

        @Test("A scheduled batch whose rows fail prints one line that says why")
        func failedRows() async throws {
            // Nothing listens at port 1.
            let outcome = try await Pagereel.run(
                [
                    "batch", "100% it's $HOME/rows.csv", "--page", "http://127.0.0.1:1/{id}", "-o", "out/{id}.mp4",
                    "--duration=0.2s", "--retry=0", "--quiet",
                ], folder: folder)
            #expect(outcome.exitCode == 1 && outcome.standardOutput == "", "\(outcome.standardOutput)")
            let message = outcome.standardError
            #expect(message.hasPrefix("pagereel: error: 1 of 1 row failed, see 100% it's $HOME/rows.csv"), "\(message)")
            #expect(message.contains("failed.csv: the first, out/7.mp4 (line 2), failed: "), "\(message)")
            #expect(message.count { $0 == "\n" } == 1, "\(message)")
        }

        @Test("The recording's own output options are kept", .full)
        func verbose() async throws {
            for (option, isQuiet) in [("--verbose", false), ("-v", false), ("-q", true)] {
                let outcome = try await schedule(["--cron", "@daily"], recording + [option])
                let quiet = outcome.standardOutput.matches(of: /--quiet/)
                #expect(quiet.count == (isQuiet ? 1 : 0), "\(outcome.standardOutput)")
            }
        }

        @Test("systemd accepts the timer and its service, with cron's times", .full)
        func units() async throws {
            let outcome = try await schedule(
                ["--cron", "30 6 1 * 1-5", "--format", "systemd", "--name", "a.b"], recording)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let units = try folder.makeFolder("units")
            // As in docs/cron.md.
            try await Tool.run(
                "awk",
                [
                    "-v", "d=\(units)", #"/^# ~/ { sub(/.*\//, ""); f = d "/" $0; next } { print > f }"#,
                    try folder.write("both", outcome.standardOutput),
                ])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: units).sorted() == [
                    "pagereel-a.b.service", "pagereel-a.b.timer",
                ])
            let said = try await Subprocess.run(
                .name("systemd-analyze"),
                arguments: ["verify", "\(units)/pagereel-a.b.service", "\(units)/pagereel-a.b.timer"],
                output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
            #expect(
                said.terminationStatus.isSuccess && !said.standardError.contains("pagereel"), "\(said.standardError)")
            let events = outcome.standardOutput.split(separator: "\n").filter { $0.hasPrefix("OnCalendar=") }
                .map { String($0.dropFirst("OnCalendar=".count)) }
            #expect(events == ["*-*-01 06:30:00", "Mon..Fri *-*-* 06:30:00"])
            try await Tool.run("systemd-analyze", ["calendar"] + events)
            #expect(outcome.standardOutput.contains("ExecStart=\(Pagereel.executable) record \"/"))
            #expect(outcome.standardOutput.contains("100%%%% it's $$HOME/out/%%Y-%%m-%%d.mp4\""))
        }

        /// Replaces crontab(1), with the test's own file.
        private func standIn() throws -> [String: String] {
            let program = try folder.write(
                "bin/crontab",
                """
                #!/bin/sh
                case $1 in
                -l) cat '\(folder.path("crontab"))' 2>/dev/null || { echo "no crontab for $0" >&2; exit 1; } ;;
                -) cat > '\(folder.path("crontab"))' ;;
                esac
                """)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
            return ["PATH": folder.path("bin") + ":" + Pagereel.systemPath]
        }

        @Test("--install and --remove change only their own crontab lines", .full)
        func installs() async throws {
            let environment = try standIn()
            let first = try await schedule(["--cron", "@daily", "--install"], recording, environment: environment)
            #expect(first.exitCode == 0, "\(first.standardError)")
            #expect(first.standardOutput.contains("installed page in the crontab"), "\(first.standardOutput)")
            let own = String(decoding: try folder.read("crontab"), as: UTF8.self)
            #expect(own.hasPrefix("# pagereel page begin\n@daily /") && own.hasSuffix("\n# pagereel page end\n"))
            let others = Data([0xff]) + Data("* * * * * true\n\n# mine".utf8)
            try folder.write("crontab", others + Data("\n".utf8) + Data(own.utf8) + Data("@hourly false\n".utf8))
            let second = try await schedule(
                ["--cron", "@weekly", "--install", "--name", "page"], recording, environment: environment)
            #expect(second.standardOutput.contains("replaced page"), "\(second.standardOutput)")
            let changed = own.replacing("@daily", with: "@weekly")
            #expect(
                try folder.read("crontab")
                    == others + Data("\n".utf8) + Data(changed.utf8) + Data("@hourly false\n".utf8))
            let taken = try await schedule(
                ["--cron", "@daily", "--install"], recording + ["--overwrite"], environment: environment)
            #expect(
                taken.exitCode == 64 && taken.standardError.contains("schedule page with another command")
                    && taken.standardError.contains("--name page"), "\(taken.standardError)")
            #expect(String(decoding: try folder.read("crontab"), as: UTF8.self).contains("@weekly /"))
            let unknown = try await schedule(["--remove", "pages"], environment: environment)
            #expect(
                unknown.exitCode == 64 && unknown.standardError.contains("Its schedules are page."),
                "\(unknown.standardError)")
            let removed = try await schedule(["--remove", "page"], environment: environment)
            #expect(
                removed.exitCode == 0 && removed.standardOutput.contains("removed page"), "\(removed.standardError)")
            #expect(try folder.read("crontab") == others + Data("\n@hourly false\n".utf8))
        }

        @Test("An unreadable or damaged crontab is not changed")
        func refuses() async throws {
            let environment = try standIn()
            let broken = "# pagereel page begin\n* * * * * true\n"
            try folder.write("crontab", broken)
            let unpaired = try await schedule(["--cron", "@daily", "--install"], recording, environment: environment)
            #expect(
                unpaired.exitCode == 65 && unpaired.standardError.contains("crontab -e"), "\(unpaired.standardError)")
            #expect(try folder.read("crontab") == Data(broken.utf8))
            try folder.write(
                "bin/crontab",
                "#!/bin/sh\necho 'you may not use this program' >&2; touch '\(folder.path("$1"))'; exit 1\n")
            let refused = try await schedule(["--remove", "page"], environment: environment)
            #expect(refused.exitCode == 65 && refused.standardError.contains("you may not"), "\(refused.standardError)")
            let missing = try await schedule(["--remove", "page"], environment: ["PATH": work])
            #expect(
                missing.exitCode == 69 && missing.standardError.contains("apt-get install cron"),
                "\(missing.standardError)")
        }

        @Test(
            "Commands that cannot be scheduled are rejected", .full,
            arguments: [
                (["--cron", "0 6 * * 8"], ["page.html", "-o", "a.mp4"], 64, "day of the week"),
                (["--cron", "0 6 * *"], ["page.html", "-o", "a.mp4"], 64, "five fields"),
                ([], ["page.html", "-o", "a.mp4"], 64, "--cron"),
                (["--cron", "@daily"], nil, 64, "two dashes"),
                (["--cron", "@daily"], ["page.html", "-o", "a.txt"], 64, "no known file type"),
                (["--cron", "@daily"], ["page.html", "-o", "a.mp4", "--fsp", "30"], 64, "--fsp"),
                (["--cron", "@daily"], ["--help"], 64, "no command that can be scheduled"),
                (["--cron", "@daily"], ["missing.html", "-o", "a.mp4"], 66, "missing.html"),
                (["--cron", "@daily"], ["page.html", "-o", "a.mp4", "--script", "no.js"], 65, "no.js"),
                (["--cron", "@daily"], ["page.html", "-o", "a\nb%F.mp4"], 64, "line break"),
                (
                    ["--cron", "@daily"],
                    ["page.html", "-o", "a.mp4", "--user-agent", String(repeating: "x", count: 999)], 64, "998"
                ),
                (["--cron", "@reboot", "--format", "systemd"], ["page.html", "-o", "a.mp4"], 64, "@reboot"),
                (
                    ["--cron", "@daily", "--format", "systemd", "--install"], ["page.html", "-o", "a.mp4"], 64,
                    "--install"
                ),
                (["--cron", "@daily", "--name", "a b"], ["page.html", "-o", "a.mp4"], 64, "name"),
                (["--cron", "@daily", "--remove", "a"], ["page.html", "-o", "a.mp4"], 64, "--remove"),
            ] as [([String], [String]?, Int32, String)])
        func usage(options: [String], recording: [String]?, status: Int32, words: String) async throws {
            let outcome = try await schedule(options, recording)
            #expect(outcome.exitCode == status, "\(outcome.standardError)")
            #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
            #expect(outcome.standardOutput == "")
        }

        @Test("docs/cron.md names exactly the options of the help", .full)
        func documentation() async throws {
            let help = try await Pagereel.run(["schedule", "--help-all"]).standardOutput
            let option = #/--[a-z][a-z-]+/#
            let inHelp = Set(help.matches(of: option).map { String($0.output) }).subtracting([
                "--version", "--help", "--help-all",
            ])
            let text = try String(
                contentsOf: Fixture.repository.appendingPathComponent("docs/cron.md"), encoding: .utf8)
            let table = text.split(separator: "\n").filter { $0.hasPrefix("| `-") }.joined()
            #expect(Set(table.matches(of: option).map { String($0.output) }) == inHelp)
        }
    }
}
