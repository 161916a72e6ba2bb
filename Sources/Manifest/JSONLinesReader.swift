import Files

/// Reads JSON Lines, an object on each line, in bounded memory.
///
/// Numbers and booleans are kept as they are written, `null` is empty, arrays and objects are JSON.
/// Blank lines are skipped.
struct JSONLinesReader: RowReader {
    private var reader: ByteReader
    private let rows: KeyedRows
    private let path: String
    private var bytes: [UInt8] = []
    private var count = 0
    /// The first row, which was read for its columns.
    private var first: Row?

    var columns: Columns { rows.columns }

    /// Begins to read, and reads the first row.
    ///
    /// - Parameter path: The file's path, for messages.
    /// - Throws: ``ManifestError`` for a file without rows or an invalid first row.
    init(_ source: any ByteSource, path: String) throws {
        reader = try ByteReader(source)
        self.path = path
        let hint = "Write a JSON object on each line, like {\"id\": 7}."
        guard let line = try Self.nextLine(of: &reader, into: &bytes) else {
            throw ManifestError(path: path, "The file has no rows. \(hint)")
        }
        count = 1
        let entries = try Self.entries(bytes, path: path, line: line, row: count)
        rows = try KeyedRows(first: entries, path: path, line: line)
        first = try rows.row(entries, number: count, line: line)
    }

    mutating func next() throws -> Row? {
        if let first {
            self.first = nil
            return first
        }
        guard let line = try Self.nextLine(of: &reader, into: &bytes) else { return nil }
        count += 1
        return try rows.row(
            try Self.entries(bytes, path: path, line: line, row: count), number: count, line: line)
    }

    /// Reads the next line that is not blank; returns its number, or `nil` at the end.
    ///
    /// Of a line that is too long, only the beginning is read into the array.
    private static func nextLine(of reader: inout ByteReader, into bytes: inout [UInt8]) throws(FileError) -> Int? {
        while true {
            let line = reader.line
            bytes.removeAll(keepingCapacity: true)
            guard try reader.peek() != nil else { return nil }
            _ = try reader.read(into: &bytes, limit: RowLimits.row) { $0 == .lineFeed }
            try reader.skipLine()
            guard bytes.allSatisfy(JSONScanner.isSpace) else { return line }
        }
    }

    private static func entries(
        _ bytes: [UInt8], path: String, line: Int, row: Int
    ) throws(ManifestError) -> [KeyedRows.Entry] {
        func error(_ message: String) -> ManifestError { ManifestError(path: path, line: line, row: row, message) }
        guard bytes.count <= RowLimits.row else {
            throw error("The row is longer than \(RowLimits.row >> 20) MiB, the most that is read.")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw error(notUTF8) }
        do throws(JSONScanner.Problem) {
            return try JSONScanner.object(bytes)
        } catch let problem {
            throw error("The line is not a JSON object: \(problem.reason) at byte \(problem.offset + 1).")
        }
    }
}

/// Makes rows of names and values, for formats without a header.
///
/// The first row has the names of all columns, in their order. A value that a later row lacks is
/// empty.
struct KeyedRows {
    /// A value and its name.
    typealias Entry = (name: String, value: Field)

    let columns: Columns

    /// Takes the columns from the first row.
    ///
    /// - Throws: ``ManifestError`` for an empty or a duplicate name.
    init(first entries: [Entry], path: String, line: Int) throws(ManifestError) {
        guard !entries.isEmpty else {
            throw ManifestError(
                path: path, line: line, row: 1,
                "The first row has no values. Write the names of all columns in it, with null for no value.")
        }
        columns = try Columns(entries.map(\.name), path: path, line: line)
    }

    /// Makes a row.
    ///
    /// - Throws: ``ManifestError`` for a duplicate name, or one that the first row lacks.
    func row(_ entries: [Entry], number: Int, line: Int) throws(ManifestError) -> Row {
        var fields: [Field?] = Array(repeating: nil, count: columns.names.count)
        for (name, value) in entries {
            guard let index = columns.index(of: name) else {
                throw error(
                    number, line,
                    "The first row has no column \(name).\(columns.suggestion(for: name)) Write the names of all columns "
                        + "in the first row, with null for no value.")
            }
            guard fields[index] == nil else {
                throw error(number, line, "\(name) is there more than once. Write each name once.")
            }
            fields[index] = value
        }
        return Row(number: number, line: line, columns: columns, fields: fields.map { $0 ?? .null })
    }

    private func error(_ number: Int, _ line: Int, _ message: String) -> ManifestError {
        ManifestError(path: columns.path, line: line, row: number, message)
    }
}
