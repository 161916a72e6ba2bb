import EngineLink
import Notation
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
        let libraries: [Library]?
    }

    private struct Library: Encodable {
        let name: String
        let version: String
        @Nullable var package: String?
        @Nullable var packageVersion: String?
        @Nullable var newest: String?

        init(_ library: InstalledLibrary) {
            name = library.name
            version = library.version
            package = library.package
            packageVersion = library.packageVersion
            newest = library.newest
        }
    }

    /// Describes findings.
    init(_ findings: [Finding]) {
        ok = !findings.contains(where: \.prevents)
        version = Program.version
        self.findings = findings.map {
            Entry(
                part: $0.part, state: $0.state.rawValue, needed: $0.isNeeded, detail: $0.detail, packages: $0.packages,
                sources: $0.sources.isEmpty ? nil : $0.sources,
                libraries: $0.libraries.isEmpty ? nil : $0.libraries.map(Library.init))
        }
    }
}
