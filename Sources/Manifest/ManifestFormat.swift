private import Files

/// The format of a manifest.
package enum ManifestFormat: String, CaseIterable, Sendable {
    /// Comma-separated values (RFC 4180), with a header.
    case csv
    /// JSON Lines: an object on each line.
    case jsonLines = "jsonl"
    /// YAML: a list of mappings, or one mapping in each document.
    case yaml

    /// The extensions of file names, without a dot.
    package var fileExtensions: [String] {
        switch self {
        case .csv: ["csv"]
        case .jsonLines: ["jsonl", "ndjson"]
        case .yaml: ["yaml", "yml"]
        }
    }

    /// Finds the format that a file's name stands for, in any letter case; `nil` if unknown.
    package init?(fileName: String) {
        let name = fileName.fileName.lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtensions.contains { name.hasSuffix(".\($0)") } })
        else { return nil }
        self = format
    }
}
