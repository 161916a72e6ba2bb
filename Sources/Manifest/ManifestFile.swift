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
        case .jsonLines: try JSONLinesReader(source, path: path)
        case .yaml: try YAMLReader(source, path: path)
        }
    }
}
