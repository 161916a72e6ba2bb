package import Files

/// An open manifest: a file with a row for each recording.
///
/// It can be read several times. Every pass reads the same file, even if another one gets its name.
package struct ManifestFile: Sendable {
    /// The path, as given by the user.
    package let path: String
    /// The format of the file.
    package let format: ManifestFormat
    private let file: InputFile

    /// Opens a manifest.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is refused, because a manifest is read more than once.
    ///   - format: The file's format (default: the one its name stands for).
    /// - Throws: `FileError` with `unreadableInput`.
    package init(_ path: String, format: ManifestFormat? = nil) throws(FileError) {
        guard path != "-" else {
            throw FileError(
                .unreadableInput,
                "The manifest cannot be read from standard input, because it is read more than once. Pass a file.")
        }
        file = try InputFile(path) { failure in
            switch failure {
            case .system(let error):
                FileError(.unreadableInput, "The manifest \(path) cannot be read: \(error.text).")
            case .notRegular:
                FileError(
                    .unreadableInput,
                    "The manifest \(path) is a folder, a pipe or a device. Pass a file, which can be read again.")
            }
        }
        guard let format = format ?? ManifestFormat(fileName: path) else {
            if [".xlsx", ".xls", ".ods", ".numbers"].contains(where: path.lowercased().hasSuffix) {
                throw FileError(
                    .unreadableInput, "The manifest \(path) is a spreadsheet. Save it as CSV, with the extension .csv.")
            }
            let known = ManifestFormat.allCases.flatMap(\.fileExtensions).map { ".\($0)" }
            throw FileError(
                .unreadableInput,
                "The manifest \(path) has no known file type. Give it a name that ends in "
                    + "\(known.dropLast().joined(separator: ", ")) or \(known.last ?? "").")
        }
        self.path = path
        self.format = format
    }

    /// Begins to read the rows from the first one.
    ///
    /// - Throws: ``ManifestError`` for a file without rows or an invalid header; `FileError` if reading fails.
    package func rows() throws -> any RowReader {
        try Self.rows(of: FileBytes(file, path: path), path: path, format: format)
    }

    /// Begins to read the rows of a source.
    static func rows(of source: any ByteSource, path: String, format: ManifestFormat) throws -> any RowReader {
        switch format {
        case .csv: try CSVReader(source, path: path)
        case .tsv: try CSVReader(source, path: path, separator: .tab)
        case .json: try JSONReader(source, path: path)
        case .jsonLines: try JSONLinesReader(source, path: path)
        case .yaml: try YAMLReader(source, path: path)
        }
    }
}

/// The format of a manifest.
package enum ManifestFormat: String, CaseIterable, Sendable {
    /// Comma-separated values (RFC 4180), with a header; also with semicolons, tabs or vertical bars.
    case csv
    /// Tab-separated values, with a header.
    case tsv
    /// JSON: an array of objects.
    case json
    /// JSON Lines: an object on each line.
    case jsonLines = "jsonl"
    /// YAML: a list of mappings, or one mapping in each document.
    case yaml

    /// Whether it has a header and text fields.
    package var isTable: Bool { self == .csv || self == .tsv }

    /// The extensions of file names, without a dot.
    package var fileExtensions: [String] {
        switch self {
        case .csv: ["csv"]
        case .tsv: ["tsv", "tab"]
        case .json: ["json"]
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

/// A mistake in a manifest's content, described in sentences.
package struct ManifestError: Error, CustomStringConvertible, Equatable {
    /// The manifest's path, as given by the user.
    package let path: String
    /// The line of the file, counted from 1; `nil` if the mistake is in the whole file.
    package let line: Int?
    /// The number of the row, counted from 1; `nil` if the mistake is not in a row.
    package let row: Int?
    /// What is wrong and how to fix it.
    package let message: String

    /// Creates an error.
    package init(path: String, line: Int? = nil, row: Int? = nil, _ message: String) {
        self.path = path
        self.line = line
        self.row = row
        self.message = message
    }

    /// The file, the line and the message.
    package var description: String { (line.map { "\(path), line \($0)" } ?? path) + ": " + message }

    /// Returns the same error with the number of a row, counted from 1.
    func inRow(_ number: Int) -> ManifestError { ManifestError(path: path, line: line, row: number, message) }
}

/// A mistake in an option's text: a template, a condition, a range of rows, a limit or a shard.
package struct OptionError: Error, CustomStringConvertible, Equatable {
    /// What is wrong and how to fix it, in sentences.
    package let description: String

    init(_ description: String) { self.description = description }
}
