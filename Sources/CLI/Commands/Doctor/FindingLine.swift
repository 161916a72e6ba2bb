import Recorder

/// A finding in one line.
struct FindingLine {
    /// The line.
    let text: String

    /// Describes a finding.
    init(_ finding: Finding) {
        let isOptional = !finding.works && !finding.isNeeded
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
        let gaps = findings.filter { !$0.works }.map(\.part)
        let old = findings.filter { $0.state == .outdated }.map(\.part)
        return "pagereel can record."
            + (gaps.isEmpty ? "" : " Optional parts that do not work: \(gaps.joined(separator: ", ")).")
            + (old.isEmpty ? "" : " Debian has newer versions of \(old.joined(separator: ", ")).")
    }
}
