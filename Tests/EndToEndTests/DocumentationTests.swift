import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The documentation of the command line matches its behavior.
    @Suite("Documentation")
    struct Documentation {
        private func document(_ name: String) throws -> String {
            try String(contentsOf: Fixture.repository.appendingPathComponent(name), encoding: .utf8)
        }

        private func options(in text: String) -> Set<String> {
            Set(text.matches(of: #/--[a-z][a-z-]+/#).map { String($0.output) })
        }

        /// The options of a command, except those that ArgumentParser adds to all commands.
        private func options(of command: String) async throws -> Set<String> {
            let words = command.split(separator: " ").map(String.init)
            let help = try await Pagereel.run(words + ["--help-all"]).standardOutput
            return options(in: help).subtracting(["--version", "--help", "--help-all"])
        }

        @Test("docs/options.md names exactly the options of the help")
        func options() async throws {
            let inHelp = try await options(of: "record")
            #expect(inHelp.count > 30)
            let rows = try document("docs/options.md").split(separator: "\n").filter { $0.hasPrefix("| `-") }
            let documented = options(in: rows.joined())
            #expect(inHelp.subtracting(documented) == [], "not in docs/options.md")
            #expect(documented.subtracting(inHelp) == [], "not in the help")
        }

        /// The documentation page of a command; options shared with record are omitted there.
        private static let pages = [
            "check": "check", "login": "login", "steps": "demo", "schema": "schemas", "stills": "stills",
            "images": "images",
            "list": "library",
            "show": "library",
            "open": "library", "remove": "library", "watch": "library", "gallery": "library", "schedule": "cron",
            "profiles": "configuration", "doctor": "install", "compose": "compose", "live-photo": "photos",
            "motion-photo": "photos", "batch": "batch", "batch run": "batch", "batch status": "batch",
            "batch verify": "batch",
        ]

        @Test("Every command has a page, which names its options", .full)
        func commands() async throws {
            let help = try await Pagereel.run(["--help"]).standardOutput
            let list = try #require(help.split(separator: "SUBCOMMANDS:").last)
            let commands = Set(list.matches(of: #/\n  ([a-z][a-z-]*) /#).map { String($0.output.1) })
            #expect(commands == Set(Self.pages.keys).filter { !$0.contains(" ") }.union(["record"]))
            let common = try await options(of: "record")
            for (command, name) in Self.pages {
                let page = try document("docs/\(name).md")
                let missing = try await options(of: command).subtracting(common).subtracting(options(in: page))
                #expect(missing == [], "\(command) has options that docs/\(name).md has not")
            }
        }

        @Test("The documentation names only existing options", .full)
        func noOthers() async throws {
            var known = try await options(of: "record")
            for command in Self.pages.keys { known.formUnion(try await options(of: command)) }
            // Options of every command and of systemctl.
            known.formUnion(["--help", "--help-all", "--version", "--user", "--now"])
            let others = [
                "clock", "exit-status", "limits", "log", "options", "rendering", "serving", "signals", "summary",
                "agents",
            ]
            for name in ["README.md"] + Set(Self.pages.values).union(others).map({ "docs/\($0).md" }) {
                #expect(try options(in: document(name)).subtracting(known) == [], "\(name)")
            }
        }

        @Test("docs/README.md links to every page, and the README to docs/README.md")
        func contents() throws {
            #expect(try document("README.md").contains("](docs/README.md)"))
            let contents = try document("docs/README.md")
            let names = try FileManager.default.contentsOfDirectory(
                atPath: Fixture.repository.appendingPathComponent("docs").path
            ).filter { $0.hasSuffix(".md") && $0 != "README.md" }
            #expect(names.count > 20)
            for name in names { #expect(contents.contains("](\(name))"), "docs/README.md does not link to \(name)") }
        }

        @Test("docs/exit-status.md and the end of the help list the same exit codes")
        func exitCodes() async throws {
            let help = try await Pagereel.run(["record", "--help-all"]).standardOutput
            let inHelp = try #require(help.split(separator: "Exit status:").last)
                .matches(of: #/\n +([0-9]+) +\w/#).map { String($0.output.1) }
            let documented = try document("docs/exit-status.md").matches(of: #/\n\| ([0-9]+) \| /#)
                .map { String($0.output.1) }
            #expect(inHelp.count > 10)
            #expect(inHelp.sorted() == documented.sorted())
        }

        @Test("Every key of a check's report is documented", .full)
        func reportKeys() async throws {
            let folder = try TemporaryFolder()
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: "send('stop'); send('start'); send('mark/A'); console.log(1); after(50, () => none());"))
            let steps = try folder.write("steps.yaml", "- {at: 9s, press: Tab}\n")
            let outcome = try await Pagereel.run(
                ["check", page, "--format", "json", "--max-duration", "0.2s", "--failures", folder.path("f")]
                    + ["--expect", "mark once", "--do", steps] + TestPage.small)
            let reports = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [[String: Any]]
            let report = try #require(reports?.first)
            var keys = Set(report.keys)
            for case let objects as [[String: Any]] in report.values {
                #expect(!objects.isEmpty)
                for object in objects { keys.formUnion(object.keys) }
            }
            #expect(keys.count > 20)
            let text = try document("docs/check.md")
            for key in keys { #expect(text.contains("`\(key)`"), "\(key) is not documented") }
        }

        @Test("Every key of the summary is documented", .full)
        func summaryKeys() async throws {
            let folder = try TemporaryFolder()
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--json"] + TestPage.small)
            let object = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any]
            let text = try document("docs/summary.md")
            let keys = try #require(object).keys
            #expect(keys.count > 15)
            for key in keys { #expect(text.contains("`\(key)`"), "\(key) is not documented") }
        }
    }
}
