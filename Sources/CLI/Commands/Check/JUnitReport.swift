import Notation

/// Results as JUnit's XML: a suite for each page and case, a test for its
/// signals and one for each expectation.
///
/// Elements and attributes follow the schema of Apache Ant's junitreport task.
struct JUnitReport {
    let results: [CheckResult]

    /// The document.
    var text: String {
        (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>"] + results.flatMap(suite) + ["</testsuites>"])
            .joined(separator: "\n")
    }

    private func suite(_ result: CheckResult) -> [String] {
        let checks = result.checks
        let failures = checks.count { $0.failure != nil }
        let head =
            "  <testsuite name=\"\(Self.escaped(result.name))\" tests=\"\(checks.count)\" failures=\"\(failures)\" "
            + "errors=\"0\" skipped=\"0\" time=\"\(result.pageTime)\">"
        let cases = checks.flatMap { check -> [String] in
            let attributes = "classname=\"\(Self.escaped(result.name))\" name=\"\(Self.escaped(check.title))\""
            guard let failure = check.failure else { return ["    <testcase \(attributes)/>"] }
            return [
                "    <testcase \(attributes)>", "      <failure message=\"\(Self.escaped(failure))\"/>",
                "    </testcase>",
            ]
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
