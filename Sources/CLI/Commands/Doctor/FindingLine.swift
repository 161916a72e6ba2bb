import Recorder

/// A finding for a person, in one line.
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

    /// What all findings come to.
    static func conclusion(_ findings: [Finding]) -> String {
        let preventing = findings.filter(\.prevents).map(\.part)
        guard preventing.isEmpty else {
            return "pagereel cannot record with every default: see \(preventing.joined(separator: ", "))."
        }
        let gaps = findings.filter { $0.state != .ok }.map(\.part)
        return "pagereel can record."
            + (gaps.isEmpty ? "" : " Without being needed, there is a gap: \(gaps.joined(separator: ", ")).")
    }
}
