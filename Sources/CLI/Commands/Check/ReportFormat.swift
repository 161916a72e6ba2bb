import Foundation
import Notation

enum ReportFormat: String, CaseIterable {
    /// Text for people.
    case text
    /// A JSON array with an object for each page and case.
    case json
    /// JUnit's XML, which continuous integration reads.
    case junit
    /// The Test Anything Protocol, version 14.
    case tap

    /// The extensions of files that have a format.
    static let fileExtensions = ["json", "xml", "tap", "txt"]

    /// Whether a name is that of the folder of an HTML report: it has no extension, or ends in a slash.
    static func isFolder(_ name: String) -> Bool {
        name.hasSuffix("/") || !name.isEmpty && (name as NSString).pathExtension.isEmpty
    }

    /// Whether a report can have a name.
    static func mayBeWritten(to name: String) -> Bool { isFolder(name) || ReportFormat(fileName: name) != nil }

    /// The format that a file's extension names; `nil` for other extensions.
    init?(fileName: String) {
        switch (fileName as NSString).pathExtension.lowercased() {
        case "json": self = .json
        case "xml": self = .junit
        case "tap": self = .tap
        case "txt": self = .text
        default: return nil
        }
    }

    func text(of results: [CheckResult]) -> String {
        switch self {
        case .text: results.map { CheckText(result: $0).text }.joined(separator: "\n\n")
        case .json: jsonLine(results)
        case .junit: JUnitReport(results: results).text
        case .tap: TAPReport(results: results).text
        }
    }
}

/// Results as JUnit's XML: a suite for each page and case, a test for its
/// signals and one for each expectation.
///
/// Elements and attributes follow the schema of Apache Ant's junitreport task.
struct JUnitReport {
    let results: [CheckResult]

    var text: String {
        (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>"] + results.flatMap(suite) + ["</testsuites>"])
            .joined(separator: "\n")
    }

    private func suite(_ result: CheckResult) -> [String] {
        let checks = result.checks
        let failures = checks.count { $0.failure != nil }
        // The time of all tests is that of the first one: the page is followed once.
        let time = result.wallTime ?? 0
        let head =
            "  <testsuite name=\"\(Self.escaped(result.name))\" tests=\"\(checks.count)\" failures=\"\(failures)\" "
            + "errors=\"0\" skipped=\"0\" time=\"\(time)\">"
        // GitLab shows one attachment of a failed test: the contact sheet, if there is one.
        let attached = result.files.last { $0.hasSuffix(".png") } ?? result.files.first
        let attachments = [attached].compactMap(\.self).map {
            "      <system-out>[[ATTACHMENT|\(Self.escaped($0))]]</system-out>"
        }
        let cases = checks.enumerated().flatMap { index, check -> [String] in
            let attributes =
                "classname=\"\(Self.escaped(result.name))\" name=\"\(Self.escaped(check.title))\" "
                + "time=\"\(index == 0 ? time : 0)\""
            guard let failure = check.failure else { return ["    <testcase \(attributes)/>"] }
            // GitLab shows the content of a failure, others its message.
            let text = Self.escaped(failure)
            let lines = ["    <testcase \(attributes)>", "      <failure message=\"\(text)\">\(text)</failure>"]
            return lines + attachments + ["    </testcase>"]
        }
        let report = "    <system-out>\(Self.escaped(CheckText(result: result).text, keepingLines: true))</system-out>"
        return [head] + cases + [report, "  </testsuite>"]
    }

    /// Escapes text for XML (XML 1.0, 2.2 and 2.4), which cannot contain
    /// control characters.
    private static func escaped(_ text: String, keepingLines: Bool = false) -> String {
        let lines = keepingLines ? text.split(separator: "\n", omittingEmptySubsequences: false) : [text[...]]
        return lines.map { line in
            String(Message.printable(String(line)).unicodeScalars.filter { $0 != "\u{FFFE}" && $0 != "\u{FFFF}" })
                .escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
        }.joined(separator: "\n")
    }
}

/// Results in the Test Anything Protocol, version 14: a test point for the
/// signals of each page and case, and one for each expectation.
struct TAPReport {
    let results: [CheckResult]

    /// The stream, without the final line break.
    var text: String {
        var lines = ["TAP version 14"]
        var number = 0
        for result in results {
            for check in result.checks {
                number += 1
                let title = Self.escaped("\(result.name): \(check.title)")
                lines.append("\(check.failure == nil ? "ok" : "not ok") \(number) - \(title)")
                guard let failure = check.failure else { continue }
                // JSON strings are valid YAML (YAML 1.2, 1.3).
                lines += ["  ---", "  message: \(jsonLine(failure))", "  ..."]
            }
        }
        lines.append("1..\(number)")
        return lines.joined(separator: "\n")
    }

    /// Escapes a description, where `#` would begin a directive.
    private static func escaped(_ text: String) -> String {
        Message.printable(text).escaping(["\\": "\\\\", "#": "\\#"])
    }
}
