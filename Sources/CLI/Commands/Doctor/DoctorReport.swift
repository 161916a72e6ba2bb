import EngineLink
import Notation
import Recorder

/// A diagnosis as `doctor --json` prints it.
struct DoctorReport: Codable {
    struct Part: Codable {
        let part: String
        let state: String
        let needed: Bool
        let detail: String
        /// Debian packages to install.
        let packages: [String]
        /// The result of each source of time; left out for other parts.
        let sources: [SourceVerdict]?
        /// Left out for parts without.
        let libraries: [Library]?
    }

    struct Library: Codable {
        let name: String
        let version: String
        @Nullable var package: String?
        @Nullable var packageVersion: String?
        @Nullable var newest: String?
    }

    /// Whether a default recording works.
    let ok: Bool
    let version: String
    let findings: [Part]

    init(_ findings: [Finding]) {
        ok = !findings.contains(where: \.prevents)
        version = Program.version
        self.findings = findings.map(Part.init)
    }
}

extension DoctorReport.Part {
    fileprivate init(_ finding: Finding) {
        self.init(
            part: finding.part, state: finding.state.rawValue, needed: finding.isNeeded, detail: finding.detail,
            packages: finding.packages, sources: finding.sources.isEmpty ? nil : finding.sources,
            libraries: finding.libraries.isEmpty ? nil : finding.libraries.map(DoctorReport.Library.init))
    }
}

extension DoctorReport.Library {
    fileprivate init(_ library: InstalledLibrary) {
        name = library.name
        version = library.version
        package = library.package
        packageVersion = library.packageVersion
        newest = library.newest
    }
}
