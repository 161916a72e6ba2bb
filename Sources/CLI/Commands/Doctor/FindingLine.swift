import Recorder

/// A finding in one line.
struct FindingLine {
    /// The line.
    let text: String

    /// Describes a finding.
    init(_ finding: Finding) {
        let isOptional = finding.state != .ok && !finding.isNeeded
        text = Message.printable(
            "\(finding.state.rawValue.padding(toTerminalWidth: 9))\(finding.part)\(isOptional ? " (optional)" : ""): \(finding.detail)"
        )
    }

    /// Returns the conclusion of all findings.
    static func conclusion(_ findings: [Finding]) -> String {
        let preventing = findings.filter(\.prevents).map(\.part)
        guard preventing.isEmpty else {
            return "pagereel cannot make a default recording: see \(preventing.joined(separator: ", "))."
        }
        let gaps = findings.filter { $0.state != .ok }.map(\.part)
        return "pagereel can record."
            + (gaps.isEmpty ? "" : " Optional parts that do not work: \(gaps.joined(separator: ", ")).")
    }
}
