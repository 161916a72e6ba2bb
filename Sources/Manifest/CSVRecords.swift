import Files

/// Splits comma-separated values into records and fields (RFC 4180).
struct CSVRecords {
    private var reader: ByteReader
    private let path: String
    /// What separates the fields; the first record's, once ``begin()`` has found it.
    private(set) var separator: CSVSeparator
    private var isSeparatorKnown: Bool
    /// The fields of the current record, one behind another, without their quotes.
    private var bytes: [UInt8] = []
    /// The end of each field in `bytes`.
    private var ends: [Int] = []
    /// The line where the current record begins, counted from 1.
    private(set) var line = 1
    /// Whether the current record's line is not yet read to its end.
    private var isInLine = false
    /// Whether the record begins with a carriage return that does not end a line.
    private var beginsWithReturn = false
    /// Whether a mistake makes the rest of the file unreadable.
    private var hasEnded = false

    /// Begins to split the bytes of a source.
    ///
    /// - Parameter separator: What separates fields; `nil` to find out from the first lines.
    init(_ source: any ByteSource, path: String, separator: CSVSeparator?) throws(FileError) {
        reader = try ByteReader(source)
        self.path = path
        self.separator = separator ?? .comma
        isSeparatorKnown = separator != nil
    }

    /// Finds the next record: skips the rest of a faulty one, and empty lines.
    ///
    /// - Returns: Whether there is one.
    mutating func begin() throws(FileError) -> Bool {
        if isInLine { try reader.skipLine() }
        isInLine = false
        beginsWithReturn = false
        guard !hasEnded else { return false }
        while true {
            line = reader.line
            guard let byte = try reader.peek() else { return false }
            switch byte {
            case .lineFeed: _ = try reader.take()
            case .carriageReturn:
                _ = try reader.take()
                guard try reader.skip(.lineFeed) else {
                    beginsWithReturn = true
                    return true
                }
            default:
                if try !findSeparator() { return true }
            }
        }
    }

    /// Finds the separator in the first line.
    ///
    /// - Returns: Whether the line was only a declaration of the separator, which is skipped.
    private mutating func findSeparator() throws(FileError) -> Bool {
        guard !isSeparatorKnown else { return false }
        isSeparatorKnown = true
        let line = try reader.line(upTo: CSVSeparator.headerLimit)
        if let declared = CSVSeparator(declaration: line) {
            separator = declared
            try reader.skipLine()
            return true
        }
        separator = CSVSeparator(header: line)
        return false
    }

    /// Reads the record that ``begin()`` found, with the end of its line.
    ///
    /// - Throws: ``ManifestError`` for a mistake in it.
    mutating func read() throws {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        isInLine = true
        if beginsWithReturn { throw loneReturn }
        repeat {
            if try reader.skip(.quote) { try readQuoted() } else { try readPlain() }
            ends.append(bytes.count)
        } while try reader.skip(separator.rawValue)
        if try reader.skip(.carriageReturn) {
            guard try reader.peek() == .lineFeed else { throw loneReturn }
        }
        _ = try reader.take()
        isInLine = false
    }

    /// The texts of the current record's fields.
    ///
    /// - Throws: ``ManifestError`` for bytes that are not UTF-8.
    func texts() throws(ManifestError) -> [String] {
        var texts: [String] = []
        texts.reserveCapacity(ends.count)
        var start = 0
        for end in ends {
            guard let text = String(validating: bytes[start..<end], as: UTF8.self) else {
                // Line feeds are never part of another character.
                let above = bytes[..<start].count { $0 == .lineFeed }
                let lines = bytes[start..<end].split(separator: .lineFeed, omittingEmptySubsequences: false)
                let inside = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
                throw error(at: line + above + inside, notUTF8)
            }
            texts.append(text)
            start = end
        }
        return texts
    }

    // MARK: Fields

    private mutating func readPlain() throws {
        let separator = separator.rawValue
        let stop = try reader.read(into: &bytes, limit: RowLimits.row) {
            $0 == separator || $0 == .lineFeed || $0 == .carriageReturn || $0 == .quote
        }
        try checkLength(openedAt: nil)
        guard stop != .quote else {
            throw error(
                at: reader.line,
                "A quote is in a field without quotes around it. Put the field in double quotes, and write the quote "
                    + "twice.")
        }
    }

    private mutating func readQuoted() throws {
        let opened = reader.line
        while true {
            _ = try reader.read(into: &bytes, limit: RowLimits.row) { $0 == .quote || $0 == .lineFeed }
            try checkLength(openedAt: opened)
            guard let byte = try reader.take() else {
                hasEnded = true
                throw error(at: opened, "The quote that begins a field is never closed. Add a quote behind the field.")
            }
            if byte == .lineFeed {
                bytes.append(byte)
            } else if try reader.skip(.quote) {
                bytes.append(byte)
            } else {
                break
            }
        }
        switch try reader.peek() {
        case nil, .lineFeed, .carriageReturn, separator.rawValue: break
        default:
            throw error(
                at: reader.line,
                "There is text behind a closing quote. Write a quote inside a field twice, or put a \(separator.title) behind "
                    + "the field.")
        }
    }

    // MARK: Mistakes

    private mutating func checkLength(openedAt line: Int?) throws(ManifestError) {
        guard bytes.count > RowLimits.row else { return }
        let limit = "\(RowLimits.row >> 20) MiB"
        guard let line else { throw error(at: self.line, "The row is longer than \(limit), the most that is read.") }
        // The rest of the file would have its quotes the wrong way around.
        hasEnded = true
        isInLine = false
        throw error(
            at: line, "The quote that begins a field is not closed within \(limit). Add a quote behind the field.")
    }

    private var loneReturn: ManifestError {
        error(at: line, "A carriage return does not end a line. End lines with LF or CRLF, or put the field in quotes.")
    }

    private func error(at line: Int, _ message: String) -> ManifestError {
        ManifestError(path: path, line: line, message)
    }
}
