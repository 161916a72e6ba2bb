import Foundation
import FoundationXML
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel check --report`: the report in files, in the formats of their extensions.
    @Suite("Files of a check's report")
    struct CheckReports {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Checks a page with one expectation that fails and one that is met; runs in the folder.
        private func check(_ options: [String]) async throws -> Pagereel.Outcome {
            _ = try folder.write("page.html", TestPage.timed(200))
            return try await Pagereel.run(
                ["check", "page.html", "--name", "Page", "--expect", "start < 1s, stop within 1ms"] + TestPage.small
                    + options,
                folder: folder)
        }

        private func text(_ name: String) throws -> String { try String(decoding: folder.read(name), as: UTF8.self) }

        @Test("A page that cannot be loaded has an HTML report and a file of its requests, too: 1")
        func missing() async throws {
            for page in ["none.html", "http://127.0.0.1:1/"] {
                let outcome = try await Pagereel.run(
                    ["check", page, "--report", "report", "--har", "page.har", "--overwrite"], folder: folder)
                #expect(outcome.exitCode == 1, "\(outcome.standardError)")
                let requests = try JSONSerialization.jsonObject(with: folder.read("page.har")) as? [String: Any]
                #expect((requests?["log"] as? [String: Any])?["entries"] is [Any])
                let words = "\(page.hasSuffix("html") ? "The page none.html cannot be read" : "cannot be loaded")"
                #expect((outcome.standardError + outcome.standardOutput).contains(words))
                #expect(try text("report/index.html").contains(words))
            }
        }

        @Test("Each file has what --format prints, and the report is printed as well")
        func formats() async throws {
            let date = ["--date", "2026-01-01T00:00:00Z"]
            let files = ["a.txt", "b.json", "deep/c.xml", "d.TAP"]
            let outcome = try await check(date + files.flatMap { ["--report", $0] })
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            #expect(outcome.standardOutput.hasPrefix("Page: FAILED\n"))
            // Each check takes another real time.
            let realTime = /("wallTime":|\btime=")[0-9.]+/
            for (file, format) in zip(files, ["text", "json", "junit", "tap"]) {
                let printed = try await check(date + ["--format", format]).standardOutput
                let texts = try [text(file), printed].map { $0.replacing(realTime, with: "") }
                #expect(texts[0] == texts[1], "\(format)")
            }
        }

        @Test("In JUnit, each failed test has its reason as content, and names the contact sheet for GitLab")
        func attachments() async throws {
            _ = try await check(["--report", "junit.xml"])
            let document = try XMLDocument(xmlString: text("junit.xml"))
            let failed = try document.nodes(forXPath: "//testcase[failure]")
            #expect(failed.count == 1)
            let failure = try #require(try failed.first?.nodes(forXPath: "failure").first as? XMLElement)
            #expect(failure.stringValue == failure.attribute(forName: "message")?.stringValue)
            #expect(failure.stringValue?.contains("too late") == true)
            let output = try failed.first?.nodes(forXPath: "system-out").first?.stringValue
            #expect(output == "[[ATTACHMENT|pagereel-failures/Page.png]]")
            #expect(folder.contains("pagereel-failures/Page.png"))
            #expect(try document.nodes(forXPath: "//testcase[not(failure)]/system-out").isEmpty)
        }

        @Test("With --quiet, a file has the pages that passed; a missing page has a file too", .full)
        func quiet() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let report = folder.path("report.json")
            let passed = try await Pagereel.run(["check", page, "--quiet", "--report", report] + TestPage.small)
            #expect(passed.exitCode == 0 && passed.standardOutput == "" && passed.standardError == "")
            #expect(try text("report.json").contains(#""passed":true"#))
            let missing = try await Pagereel.run(["check", folder.path("none.html"), "--report", report])
            #expect(missing.exitCode == 1)
            #expect(try text("report.json").contains(#""ending":"not-loaded""#))
        }

        @Test("A file of cases writes one report of all, and its pages need no sandbox with --no-sandbox", .full)
        func cases() async throws {
            let program = try folder.write("bin/bwrap", "#!/bin/sh\nexit 1\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
            _ = try folder.write("page.html", TestPage.timed(200))
            let cases = try folder.write(
                "cases.yaml",
                """
                defaults: {size: 320x180}
                pages:
                  - page: page.html
                    cases:
                      - {name: in time, expect: stop within 5s}
                      - {name: late, expect: stop within 1ms}
                """)
            let report = folder.path("report.xml")
            let outcome = try await Pagereel.run(
                ["check", cases, "--failures", folder.path("failures"), "--report", report, "--no-sandbox"],
                environment: ["PATH": "\(folder.path("bin")):\(Pagereel.systemPath)"])
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            let document = try XMLDocument(xmlString: text("report.xml"))
            #expect(try document.nodes(forXPath: "//testsuite").count == 2)
            let failed = try document.nodes(forXPath: "//testcase[failure]/@name").map(\.stringValue)
            #expect(failed == ["stop within 1ms"])
        }

        @Test("An unknown extension, and a file that cannot be created, are refused before the page is loaded", .full)
        func badFiles() async throws {
            let unknown = try await check(["--report", "report.html"])
            #expect(unknown.exitCode == 64)
            #expect(unknown.standardError.contains("end the name in .json, .xml, .tap or .txt, or name a folder."))
            let updating = try await check(["--report", "report.xml", "--update"])
            #expect(updating.exitCode == 64 && updating.standardError.contains("--update"))
            let unwritable = try await check(["--report", "page.html/report.xml"])
            #expect(unwritable.exitCode == 73, "\(unwritable.standardError)")
            #expect(unwritable.standardError.contains("cannot be created as 'page.html/report.xml': Not a directory."))
            #expect(unwritable.standardOutput.isEmpty)
        }
    }
}
