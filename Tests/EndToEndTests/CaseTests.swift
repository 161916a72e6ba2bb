import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel check cases.yaml`, `--update` and `--watch`.
    @Suite("Case files")
    struct Cases {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            _ = try folder.write(
                "page.html",
                TestPage.html(
                    body: "<button id=next>Next</button>",
                    script: """
                        document.getElementById('next').onclick = () => send({signal: 'mark', name: 'next'});
                        send('start');
                        if (innerWidth < 300) send({signal: 'mark', name: 'narrow'});
                        after(1000, () => send('stop'));
                        """))
        }

        private func check(_ options: [String] = []) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                ["check", folder.path("cases.yaml"), "--failures", folder.path("failures")] + options)
        }

        @Test("Several pages are checked with the same options and expectations, and one report covers all")
        func pages() async throws {
            let names = ["a/page.html", "b/page.html", "late.html", "missing.html"]
            for name in names.prefix(2) { _ = try folder.write(name, TestPage.timed(300)) }
            _ = try folder.write("late.html", TestPage.html(script: "after(700, () => send('start'));"))
            let outcome = try await Pagereel.run(
                ["check"] + names + [
                    "--expect", "start < 500ms", "--expect", "no page errors, stop", "--format", "json",
                    "--report", "report.xml", "--until", "2s", "--jobs", "4",
                ], folder: folder)
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            let results = try JSONDecoder().decode([Result].self, from: Data(outcome.standardOutput.utf8))
            #expect(results.map(\.name) == names)
            #expect(results.map(\.passed) == [true, true, false, false], "\(outcome.standardOutput)")
            #expect(outcome.standardError.contains("4 pages, 2 FAILED"), "\(outcome.standardError)")
            let report = String(decoding: try folder.read("report.xml"), as: UTF8.self)
            #expect(names.allSatisfy { report.contains("\"\($0)\"") }, "\(report)")
            #expect(folder.contains("pagereel-failures/late.html.png"))
        }

        @Test("Files of failures with the same name are kept apart")
        func failuresOfPages() async throws {
            for name in ["a/page.html", "b/page.html"] { _ = try folder.write(name, TestPage.timed(300)) }
            let outcome = try await Pagereel.run(
                ["check", "a/page.html", "b/page.html", "--expect", "mark", "--failures", "failures", "-q"],
                folder: folder)
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            #expect(folder.contains("failures/page.html.png") && folder.contains("failures/page.html-2/page.html.png"))
        }

        @Test(
            "What only one page can have is refused with several: 64",
            arguments: [
                (["page.html", "cases.yaml"], "cases.yaml is a file of cases, which is checked alone."),
                (["page.html", "-"], "Standard input (-) is one page, which is checked alone."),
                (["page.html", "b.html", "--name", "a"], "--name is for one page."),
                (["page.html", "b.html", "--update"], "--update is for one page."),
                (["page.html", "b.html", "--save-state", "a.json"], "--save-state is for one page."),
            ])
        func refusedWithSeveral(arguments: [String], message: String) async throws {
            let outcome = try await Pagereel.run(["check"] + arguments, folder: folder)
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(
                outcome.standardError.lowercased().contains(message.lowercased()), "\(outcome.standardError)")
        }

        @Test("Each case has its own options and steps; one report covers all")
        func cases() async throws {
            _ = try folder.write(
                "cases.yaml",
                """
                defaults:
                  size: 320x180
                pages:
                  - page: page.html
                    name: The page
                    cases:
                      - name: nobody clicks
                        expect: [start < 1s, stop at 1s after start, no mark]
                      - name: somebody clicks
                        do:
                          - {at: 0.5s, click: '#next'}
                        expect: mark:next at 0.5s
                      - name: narrow
                        size: 200x180
                        expect: mark:narrow, no mark:next
                  - page: page.html
                    expect: stop within 100ms
                  - page: missing.html
                """)
            let outcome = try await check(["--format", "json"])
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            let results = try JSONDecoder().decode([Result].self, from: Data(outcome.standardOutput.utf8))
            #expect(
                results.map(\.name) == [
                    "The page: nobody clicks", "The page: somebody clicks", "The page: narrow", "page.html",
                    "missing.html",
                ])
            #expect(results.map(\.passed) == [true, true, true, false, false])
            #expect(results[4].failure?.contains("there is no such file") == true)
            #expect(outcome.standardError.contains("5 cases, 2 FAILED."))
            #expect(folder.contains("failures/page.html.png"))
        }

        @Test("--update records the results, and the file then passes", .full)
        func update() async throws {
            let before = """
                # Kept.
                defaults: {size: 320x180}
                pages:
                  - page: page.html # this too
                    expect:
                      - stop within 100ms

                  - cases:
                      - expect: cancel
                        name: first
                      - name: second
                        size: 200x180
                    page: page.html
                """
            _ = try folder.write("cases.yaml", before)
            #expect(try await check(["--update"]).exitCode == 0)
            let after = try String(decoding: folder.read("cases.yaml"), as: UTF8.self)
            for words in [
                "# Kept.\n", "page.html # this too\n", "      - 'stop at 1.", "        expect:\n          - 'start at",
            ] {
                #expect(after.contains(words), "\(after)")
            }
            #expect(!after.contains("100ms") && !after.contains("expect: cancel"))
            let again = try await check()
            #expect(again.exitCode == 0, "\(after)\n\(again.standardOutput)")
            // A second update changes nothing.
            #expect(try await check(["--update"]).exitCode == 0)
            #expect(try String(decoding: folder.read("cases.yaml"), as: UTF8.self) == after)
            let page = try await Pagereel.run(["check", folder.path("page.html"), "--update"] + TestPage.small)
            #expect(page.standardOutput.hasPrefix("--expect 'start at 0."))
            // No expectation allows a step that failed.
            _ = try folder.write(
                "cases.yaml",
                """
                pages:
                  - page: page.html
                    cases:
                      - name: Gone
                        do: [{click: '#gone', timeout: 100ms}]
                """)
            let failed = try await check(["--update", "--quiet"])
            #expect(failed.exitCode == 1)
            #expect(
                failed.standardError.contains("Gone: The step 'click #gone' could not be done: Nothing in the page"),
                "\(failed.standardError)")
        }

        /// Runs a command with one of the kernel's limits for its user set to 0.
        private static func without(_ limit: String) -> [String] {
            [
                "unshare", "--user", "--map-root-user", "sh", "-c",
                "echo 0 > /proc/sys/user/\(limit) && exec \"$@\"", "sh",
            ]
        }

        @Test(
            "--watch reports that the kernel's limit of watches is reached: 69", .full,
            .enabled("needs to change a limit of the kernel") {
                (try? await Tool.run("env", without("max_inotify_instances") + ["true"])) != nil
            }, arguments: [("max_inotify_instances", "Files"), ("max_inotify_watches", "The folder '")])
        func watchLimit(limit: String, start: String) async throws {
            let page = try folder.write("watched/page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(["check", page, "--watch"], wrapper: Self.without(limit))
            #expect(outcome.exitCode == 69, "\(outcome.standardError)")
            #expect(outcome.standardError.hasPrefix("pagereel: error: \(start)"), "\(outcome.standardError)")
            #expect(outcome.standardError.contains("cannot be watched: "), "\(outcome.standardError)")
        }

        @Test("--watch checks again when a file changes, until it is stopped", .full)
        func watch() async throws {
            let page = try folder.write("watched/page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(
                ["check", page, "--watch", "--failures", folder.path("failures")] + TestPage.small
            ) { watching in
                try await watching.wait(for: "Ctrl-C ends it.")
                _ = try folder.write("watched/page.html", TestPage.html(script: "send('stop');"))
                try await watching.wait(for: "Ctrl-C ends it.", times: 2)
                try watching.send(.interrupt)
            }
            #expect(outcome.exitCode == 130)
            #expect(outcome.standardOutput.contains("page.html: passed"))
            #expect(outcome.standardOutput.contains("page.html: FAILED"))
        }

        @Test("--watch checks a page that is missing at first once it is there", .full)
        func watchedLater() async throws {
            _ = try folder.makeFolder("later")
            let outcome = try await Pagereel.run(
                ["check", "later/page.html", "--watch"] + TestPage.small, folder: folder
            ) { watching in
                try await watching.wait(for: "Ctrl-C ends it.")
                _ = try folder.write("later/page.html", TestPage.timed(200))
                try await watching.wait(for: "Ctrl-C ends it.", times: 2)
                try watching.send(.interrupt)
            }
            #expect(outcome.standardError.contains("page.html cannot be read: there is no such file"))
            #expect(outcome.standardOutput.contains("later/page.html: passed"), "\(outcome.standardOutput)")
        }

        @Test("--watch does not check again because of what a check writes beside the page", .full)
        func watchedOutputs() async throws {
            let passing = TestPage.html(
                body: "<button>A</button>", script: "after(100, () => send('start')); after(500, () => send('stop'));")
            let failing = TestPage.html(script: "send('stop');")
            for name in ["One", "Two"] { _ = try folder.write("\(name).html", passing) }
            _ = try folder.write("steps.yaml", "- click: button\n- screenshot: shot\n")
            _ = try folder.write(
                "cases.yaml",
                "pages:\n  - {page: Two.html, cases: [{name: One, do: steps.yaml}, {name: Two, do: steps.yaml}]}\n")
            let outputs = ["--har", "a.har", "--storyboard", "tour", "--report", "report", "--report", "a.json"]
            let (good, bad) = (["passed"], ["FAILED"])
            for (arguments, verdicts) in [
                (["Two.html", "--do", "steps.yaml"] + outputs, good + bad + good),
                (["One.html", "Two.html", "--do", "steps.yaml"], good + good + good + bad + good + good),
                (["cases.yaml"], good + good + bad + bad + good + good),
            ] {
                let outcome = try await Pagereel.run(
                    ["check"] + arguments + ["--watch", "--overwrite"], folder: folder
                ) { watching in
                    try await watching.wait(for: "Ctrl-C ends it.")
                    _ = try folder.write("Two.html", failing)
                    try await watching.wait(for: "Ctrl-C ends it.", times: 2)
                    _ = try folder.write("Two.html", passing)
                    try await watching.wait(for: "Ctrl-C ends it.", times: 3)
                    try watching.send(.interrupt)
                }
                let found = outcome.standardOutput.matches(of: /: (passed|FAILED)\n/).map { String($0.output.1) }
                #expect(found == verdicts, "\(outcome.standardOutput)\(outcome.standardError)")
            }
        }

        @Test(
            "An error in the file is reported with its line: 65",
            arguments: [
                (
                    "pages:\n  - page: a.html\n    sze: 1x1",
                    "line 3, column 5: There is no option 'sze'. Did you mean size?"
                ),
                (
                    "pages:\n  - page: a.html\n    expect: strat",
                    "line 3, column 13: The expectation 'strat' cannot be read"
                ),
                ("pages:\n  - expect: start", "There is no page"), ("page: a.html", "There is no 'page' here"),
                ("", "is empty"), ("pages: []", "There are no cases to check."),
                ("pages: [{pgae: a.html}]", "Did you mean page?"),
                ("pages:\n  - page: a.html\n    do: [{at: 1s}]", "The step does nothing"),
            ])
        func wrong(text: String, words: String) async throws {
            _ = try folder.write("cases.yaml", text)
            let outcome = try await check()
            #expect(outcome.exitCode == 65, "\(outcome.standardError)")
            #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
        }

        @Test("Page options together with a case file are a usage error: 64", .full)
        func typed() async throws {
            _ = try folder.write("cases.yaml", "pages: [{page: page.html}]")
            let outcome = try await check(["--size", "100x100"])
            #expect(outcome.exitCode == 64)
            #expect(
                outcome.standardError.contains("--size cannot be combined with a file of cases"),
                "\(outcome.standardError)")
        }
    }
}

/// A result as `--format json` prints it.
private struct Result: Decodable {
    let name: String
    let passed: Bool
    let failure: String?
}
