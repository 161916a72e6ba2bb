import Notation

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
