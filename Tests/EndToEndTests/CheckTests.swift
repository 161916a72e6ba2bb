import Foundation
import FoundationXML
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel check`: following pages without recording them.
    @Suite("Checking a page's signals")
    struct Checks {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func page(_ name: String) -> String { Fixture.page("signals/" + name) }

        /// Checks a page; a failure's files stay in the folder.
        private func run(_ page: String, _ options: [String] = []) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                ["check", page, "--failures", folder.path("failures")] + TestPage.small + options)
        }

        /// Checks a page and parses the report.
        private func check(
            _ page: String, _ options: [String] = [], expecting exitCode: Int32 = 0,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> CheckReport {
            let outcome = try await run(page, ["--format", "json"] + options)
            #expect(outcome.exitCode == exitCode, "\(outcome.standardError)", sourceLocation: sourceLocation)
            let reports = try JSONDecoder().decode([CheckReport].self, from: Data(outcome.standardOutput.utf8))
            return try #require(reports.first)
        }

        @Test("Each signal is reported with times, video frame, channel and source frame")
        func signals() async throws {
            let inner = try folder.write(
                "inner.html",
                """
                <!doctype html><a id=link href="pagereel://mark?name=link">x</a><form id=form action="pagereel://pause">
                </form><script>
                const send = message => webkit.messageHandlers.pagereel.postMessage(message);
                setTimeout(() => send('start'), 500);
                setTimeout(() => link.click(), 1000);
                setTimeout(() => form.requestSubmit(), 1500);
                </script>
                """)
            let outer = try folder.write(
                "outer.html",
                """
                <!doctype html><title>Outer</title><iframe src="inner.html"></iframe><script>
                setTimeout(() => webkit.messageHandlers.pagereel.postMessage('resume'), 2000);
                setTimeout(() => { document.querySelector('iframe').remove(); location.href = 'pagereel://stop'; }, 3000);
                </script>
                """)
            let report = try await check(outer)
            #expect(report.ending == "stopped" && report.passed)
            #expect(report.signals.map(\.signal) == ["start", "mark", "pause", "resume", "stop"])
            let times = report.signals.map(\.pageTime)
            for (time, expected) in zip(times, [0.5, 1, 1.5, 2, 3]) { #expect(abs(time - expected) < 0.1) }
            #expect(report.signals.map { $0.time.map { Int(($0 * 1000).rounded()) } } == [0, 500, 1000, 1000, 2000])
            #expect(report.signals.map(\.frame) == [0, 15, 30, 30, 60])
            #expect(
                report.signals.map(\.channel) == ["message", "navigation", "navigation", "message", "navigation"])
            #expect(report.signals.map(\.navigation) == [nil, "link", "form", nil, "script"])
            let (first, second) = ("file://\(inner)", "file://\(outer)")
            #expect(report.signals.map(\.source) == [first, first, first, second, second])
        }

        @Test("The check agrees with a recording and writes no file", .full)
        func sameAsRecording() async throws {
            let clock = ["--date", "2026-01-01T00:00:00Z", "--seed", "1"]
            let report = try await check(page("pause.html"), clock)
            let summary = try await Pagereel.record(
                page("pause.html"), to: folder.path("out.mp4"), TestPage.small + clock)
            #expect(report.signals.map(\.signal) == summary.signalNames)
            #expect(report.signals.map(\.pageTime) == summary.signals.map(\.pageTime))
            #expect(report.signals.map(\.time) == summary.signals.map(\.time))
            #expect(report.signals.last?.frame == summary.frames)
            #expect(folder.contents == ["out.mp4"])
        }

        /// The last page does not start, and ends by the timeout.
        @Test(
            "The report is reproducible", .full,
            arguments: [("iframe.html", 0), ("message.html", 0), ("one-task.html", 1)])
        func repeats(name: String, status: Int) async throws {
            let first = try await run(page(name), ["--start-timeout", "3s"])
            #expect(first.exitCode == status)
            for _ in 1..<LongTests.repetitions {
                let next = try await run(page(name), ["--start-timeout", "3s"])
                #expect(next.standardOutput == first.standardOutput)
            }
        }

        @Test("A minute of waiting is exact to the millisecond", .full)
        func minute() async throws {
            let page = try folder.write(
                "page.html", TestPage.html(script: "send('start'); after(60000, () => send('stop'));"))
            let report = try await check(page, ["--expect", "stop at 60s after start, no page errors"])
            #expect(report.passed)
            #expect(report.signals.last?.frame == 1800)
        }

        @Test("A wrong order of signals is reported", .full)
        func wrongOrder() async throws {
            let outcome = try await run(page("wrong-order.html"))
            #expect(outcome.exitCode == 1)
            #expect(outcome.standardError == "")
            let report = outcome.standardOutput
            for words in [
                "wrong-order.html: FAILED", "stop    navigation (script)", "IGNORED",
                "The page sent stop at 0.067 s of its time; it was ignored: the recording has not begun",
                "The page sent start at 0.267 s of its time; it was ignored: the recording has begun already",
                "The page sent resume at 0.367 s of its time; it was ignored: the recording is not paused",
            ] { #expect(report.contains(words), "\(report)") }
        }

        @Test(
            "Expectations are checked",
            arguments: [
                (
                    "start < 2s, stop within 3s, no cancel, no page errors, start, mark:first before stop, mark twice, "
                        + "stop at 1s +- 1ms after start", 0
                ),
                ("stop between 2s and 3s, cancel, no mark, mark:third, start > 1s", 1),
            ])
        func expectations(text: String, exitCode: Int32) async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        send('start'); send({signal: 'mark', name: 'first'});
                        after(500, () => send('mark')); after(1000, () => send('stop'));
                        """))
            let report = try await check(page, ["--expect", text], expecting: exitCode)
            #expect(report.expectations.count == text.split(separator: ",").count)
            #expect(report.expectations.allSatisfy { $0.passed == (exitCode == 0) })
            #expect(report.expectations.allSatisfy { !$0.message.isEmpty })
        }

        @Test("Page errors, unknown messages and a missing start are reported")
        func mistakes() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(script: "send('strat'); after(100, () => { throw new Error('broken'); });"))
            let options = ["--start-timeout", "1s", "--expect", "no page errors"]
            let report = try await check(page, options, expecting: 1)
            #expect(report.ending == "never-started")
            #expect(report.mistakes.first?.message.contains("Did you mean 'start'?") == true)
            #expect(report.pageErrors.count == 1)
            #expect(report.expectations.first?.passed == false)
        }

        @Test("A failure writes a contact sheet and the console", .full)
        func failureFiles() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        console.log('hello'); send('start');
                        after(1000, () => { document.body.style.background = 'lime'; });
                        after(1500, () => send('stop'));
                        """))
            let report = try await check(page, ["--expect", "stop within 1s", "--name", "Stops in time"], expecting: 1)
            #expect(report.name == "Stops in time")
            #expect(
                report.files == ["failures/Stops-in-time.console.txt", "failures/Stops-in-time.png"].map(folder.path))
            let console = try String(decoding: folder.read("failures/Stops-in-time.console.txt"), as: UTF8.self)
            #expect(console.hasSuffix(" s  log: hello\n"))
            let sheet = try #require(
                try await FrameDecoder.frames(of: folder.path("failures/Stops-in-time.png"), as: .rgb24).first)
            // Four columns of 320x180: the first picture is before the change, the last one in the
            // third row after it.
            #expect(sheet.pixel(168, 98) == [0x12, 0x34, 0x56])
            #expect(sheet.pixel(168, 98 + 180 + 30) == [0, 255, 0])
            let passing = try await check(page, ["--name", "Passes"])
            #expect(passing.files == [] && !folder.contains("failures/Passes.png"))
        }

        @Test("JUnit and TAP reports agree, with any mark names", .full)
        func formats() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: "send('start'); send({signal: 'mark', name: '<&\\u0001\"> # x'}); send('stop');"))
            let options = ["--expect", "start < 2s, stop > 9s"]
            let junit = try await run(page, options + ["--format", "junit"])
            #expect(junit.exitCode == 1)
            // The XML is accepted by Foundation's parser.
            try #require(!junit.standardOutput.isEmpty)
            let document = try XMLDocument(xmlString: junit.standardOutput)
            #expect(try document.nodes(forXPath: "//testcase").count == 3)
            let failures = try document.nodes(forXPath: "//testcase[@name='stop > 9s']/failure/@message")
            #expect(failures.first?.stringValue?.contains("too early") == true)
            // Real time, once; and the files of the failure, for GitLab.
            let times = try document.nodes(forXPath: "//testcase/@time").compactMap {
                $0.stringValue.flatMap(Double.init)
            }
            #expect(times.count == 3 && times[0] > 0 && times[1] == 0 && times[2] == 0, "\(times)")
            #expect(try document.nodes(forXPath: "//testsuite/@time").first?.stringValue == "\(times[0])")
            let files = try document.nodes(forXPath: "//testcase[@name='stop > 9s']/system-out")
            let text = try #require(files.first?.stringValue)
            #expect(text.contains(/^\[\[ATTACHMENT\|.*page.*\.png\]\]/.anchorsMatchLineEndings()), "\(text)")
            let tap = try await run(page, options + ["--format", "tap"])
            let points = tap.standardOutput.split(separator: "\n").filter {
                $0.hasPrefix("ok") || $0.hasPrefix("not ok")
            }
            #expect(points.map { $0.hasPrefix("ok") } == [true, true, false])
            #expect(tap.standardOutput.hasPrefix("TAP version 14\n") && tap.standardOutput.hasSuffix("1..3\n"))
        }

        @Test("A missing page fails; an invalid expectation is a usage error", .full)
        func badInput() async throws {
            let missing = folder.path("none.html")
            #expect(try await run(missing).exitCode == 1)
            let report = try await check(missing, ["--name", "Missing"], expecting: 1)
            #expect((report.name, report.ending, report.passed) == ("Missing", "not-loaded", false))
            let junit = try await run(missing, ["--format", "junit"])
            #expect(junit.exitCode == 1)
            #expect(junit.standardOutput.contains("failures=\"1\"") && junit.standardOutput.contains("none.html"))
            let outcome = try await run(page("href.html"), ["--expect", "strat < 2s"])
            #expect(outcome.exitCode == 64)
            #expect(outcome.standardError.contains("did you mean 'start'?"), "\(outcome.standardError)")
            #expect(!outcome.standardError.contains("?."), "\(outcome.standardError)")
        }
    }
}

/// A report as `pagereel check --format json` prints it.
private struct CheckReport: Decodable {
    struct Signal: Decodable {
        let signal: String
        let pageTime: Double
        let time: Double?
        let frame: Int?
        let channel: String
        let navigation: String?
        let source: String?
    }

    struct Expected: Decodable {
        let passed: Bool
        let message: String
    }

    struct Event: Decodable {
        let message: String
    }

    let name: String
    let files: [String]
    let ending: String
    let passed: Bool
    let signals: [Signal]
    let expectations: [Expected]
    let mistakes: [Event]
    let pageErrors: [Event]
}
