import EngineLink
import Recorder

/// A diagnosis as `pagereel doctor --json` prints it.
struct DiagnosisJSON: Encodable {
    private let ok: Bool
    private let version: String
    private let findings: [Entry]

    private struct Entry: Encodable {
        let part: String
        let state: String
        let needed: Bool
        let detail: String
        let packages: [String]
        let sources: [SourceVerdict]?
    }

    /// Describes findings.
    init(_ findings: [Finding]) {
        ok = !findings.contains(where: \.prevents)
        version = Program.version
        self.findings = findings.map {
            Entry(
                part: $0.part, state: $0.state.rawValue, needed: $0.isNeeded, detail: $0.detail, packages: $0.packages,
                sources: $0.sources.isEmpty ? nil : $0.sources)
        }
    }
}
