import Files

/// Reads a JSON array of objects, in bounded memory.
///
/// Numbers and booleans are kept as they are written, `null` is empty, arrays and objects are JSON.
struct JSONReader: RowReader {
    private static let hint = "Write a list of objects, like [{\"id\": 7}, {\"id\": 8}]."

    private var reader: ByteReader
    private let rows: KeyedRows
    private let path: String
    private var count = 0
    /// The first row, which was read for its columns.
    private var first: Row?
    /// Whether nothing more can be read.
    private var hasEnded = false

    var columns: Columns { rows.columns }

    /// Begins to read, and reads the first row.
    ///
    /// - Parameter path: The file's path, for messages.
    /// - Throws: ``ManifestError`` for a file that is no array or has no rows, or for an invalid first row.
    init(_ source: any ByteSource, path: String) throws {
        reader = try ByteReader(source)
        self.path = path
        try Self.skipSpace(of: &reader)
        let line = reader.line
        guard try reader.skip(UInt8(ascii: "[")) else {
            let isObject = try reader.peek() == UInt8(ascii: "{")
            throw ManifestError(
                path: path, line: line,
                "The file is not a JSON array. \(Self.hint)"
                    + (isObject ? " Name a file with an object on each line .jsonl." : ""))
        }
        guard let (line, bytes) = try Self.item(of: &reader, isFirst: true, path: path) else {
            throw ManifestError(path: path, "The file has no rows. \(Self.hint)")
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
        guard !hasEnded else { return nil }
        hasEnded = true
        guard let (line, bytes) = try Self.item(of: &reader, isFirst: false, path: path) else { return nil }
        hasEnded = false
        count += 1
        return try rows.row(try Self.entries(bytes, path: path, line: line, row: count), number: count, line: line)
    }

    /// Reads the next item of the array, with its brackets.
    ///
    /// - Returns: Its line and text; `nil` behind the last one.
    /// - Throws: ``ManifestError`` for a mistake behind which nothing can be read.
    private static func item(
        of reader: inout ByteReader, isFirst: Bool, path: String
    ) throws -> (line: Int, bytes: [UInt8])? {
        try skipSpace(of: &reader)
        if try reader.skip(UInt8(ascii: "]")) {
            try skipSpace(of: &reader)
            guard try reader.peek() == nil else {
                throw ManifestError(path: path, line: reader.line, "There is text behind the end of the array.")
            }
            return nil
        }
        if !isFirst {
            guard try reader.skip(.comma) else {
                throw ManifestError(
                    path: path, line: reader.line,
                    "A comma or the end of the array is missing here. Write a comma between objects, and ] at the end.")
            }
            try skipSpace(of: &reader)
        }
        let line = reader.line
        guard try reader.peek() == UInt8(ascii: "{") else {
            throw ManifestError(path: path, line: line, "There is no object here. \(hint)")
        }
        var bytes: [UInt8] = []
        var depth = 0
        var isInString = false
        while let byte = try reader.take() {
            bytes.append(byte)
            guard bytes.count <= RowLimits.row else {
                throw ManifestError(
                    path: path, line: line, "The row is longer than \(RowLimits.row >> 20) MiB, the most that is read.")
            }
            switch byte {
            case UInt8(ascii: "\\") where isInString: if let next = try reader.take() { bytes.append(next) }
            case .quote: isInString.toggle()
            case UInt8(ascii: "{") where !isInString: depth += 1
            case UInt8(ascii: "}") where !isInString: depth -= 1
            default: break
            }
            if depth == 0 { return (line, bytes) }
        }
        throw ManifestError(path: path, line: line, "The object has no closing brace.")
    }

    private static func skipSpace(of reader: inout ByteReader) throws(FileError) {
        while let byte = try reader.peek(), JSONScanner.isSpace(byte) { _ = try reader.take() }
    }

    private static func entries(
        _ bytes: [UInt8], path: String, line: Int, row: Int
    ) throws(ManifestError) -> [KeyedRows.Entry] {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ManifestError(path: path, line: line, row: row, notUTF8)
        }
        do throws(JSONScanner.Problem) {
            return try JSONScanner.object(bytes)
        } catch let problem {
            let above = bytes.prefix(problem.offset).count { $0 == .lineFeed }
            throw ManifestError(path: path, line: line + above, row: row, "The object has \(problem.reason).")
        }
    }
}
