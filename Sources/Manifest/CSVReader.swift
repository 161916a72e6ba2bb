import Files
import Notation

/// Reads comma-separated values with a header, in bounded memory (RFC 4180).
///
/// Lines end with LF or CRLF. Lines without any character are skipped. Spreadsheets also write semicolons or tabs in
/// place of commas: the header shows which, or a line like `sep=;` before it.
struct CSVReader: RowReader {
    let columns: Columns
    private var records: CSVRecords
    /// The rows read so far, with the faulty ones.
    private var count = 0

    /// Begins to read, and reads the header.
    ///
    /// - Parameters:
    ///   - path: The file's path, for messages.
    ///   - separator: What separates fields (default: what the header has).
    /// - Throws: ``ManifestError`` for a file without rows or an invalid header.
    init(_ source: any ByteSource, path: String, separator: CSVSeparator? = nil) throws {
        records = try CSVRecords(source, path: path, separator: separator)
        guard try records.begin() else {
            throw ManifestError(path: path, "The file is empty. Begin it with a line of column names, like id,name.")
        }
        let line = records.line
        try records.read()
        columns = try Columns(try records.texts(), path: path, line: line)
        guard try records.begin() else {
            throw ManifestError(path: path, "The file has a header but no rows. Write a line for each recording.")
        }
    }

    mutating func next() throws -> Row? {
        guard try records.begin() else { return nil }
        count += 1
        do {
            try records.read()
            let texts = try records.texts()
            guard texts.count == columns.names.count else {
                throw ManifestError(path: columns.path, line: records.line, wrongNumber(texts.count))
            }
            return Row(number: count, line: records.line, columns: columns, fields: texts.map { Field(text: $0) })
        } catch let error as ManifestError {
            throw error.inRow(count)
        }
    }

    private func wrongNumber(_ count: Int) -> String {
        let expected = columns.names.count
        let advice = count > expected ? " Put fields that contain a \(records.separator.title) in double quotes." : ""
        return "The row has \(quantity(count, "field")), but the header has \(expected).\(advice)"
    }
}

/// Says that a line is not UTF-8, and what to do.
let notUTF8 = "The text is not valid UTF-8. Save the file as UTF-8."
