import EngineLink
import Frames
import Notation
import Recorder
import Reports

// The report of a check.

extension RunReport {
    /// Describes a check.
    ///
    /// - Parameters:
    ///   - result: What is reported otherwise.
    ///   - report: What the page did.
    ///   - verdicts: What was expected.
    ///   - command: The command that repeats the check.
    ///   - files: What happened.
    init(_ result: CheckResult, _ report: CheckReport, _ verdicts: [Verdict], command: String, _ files: RunFiles) {
        self.init(
            .check, title: result.name == result.page ? report.title ?? result.name : result.name, page: result.page,
            date: files.date, isSuccess: result.passed, ending: result.failure ?? Self.sentences[result.ending] ?? "",
            end: report.pageTime.inReportSeconds, command: command)
        files.events.fill(&self)
        expectations = verdicts.map(Expected.init)
        facts = [
            Facts(title: "Engine", rows: Self.programs(files)),
            Facts(
                title: "Time",
                rows: [
                    ["Clock", (report.date == nil ? ClockKind.realtime : .virtual).rawValue],
                    ["Date", report.date.map { wallTimeText($0) } ?? ""],
                    ["Frames are counted at", "\(report.frameRate) fps"],
                    ["Took", "\((result.wallTime ?? 0).text(decimals: 1)) s"],
                ].filter { !$0[1].isEmpty }),
        ]
    }

    /// Describes a page that could not be checked.
    init(_ result: CheckResult, date: String) {
        self.init(
            .check, title: result.name, page: result.page, date: date, isSuccess: result.passed,
            ending: result.failure ?? "", end: result.pageTime, command: "")
    }

    private static let sentences = [
        "stopped": "The page sent stop.", "duration": "The planned length was reached.",
        "cancelled": "The page sent cancel.",
    ]
}
