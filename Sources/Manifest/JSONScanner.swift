/// Reads a JSON object (RFC 8259), keeping the order of its names and numbers as they are written.
///
/// Foundation's readers lose both: the names' order, and digits that a `Double` does not hold.
struct JSONScanner {
    /// Why text is not JSON.
    struct Problem: Error {
        /// The byte at which the mistake was found, counted from 0.
        let offset: Int
        /// What is wrong, as a noun phrase.
        let reason: String
    }

    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads an object that is the whole text.
    ///
    /// - Parameter bytes: Valid UTF-8.
    static func object(_ bytes: [UInt8]) throws(Problem) -> [KeyedRows.Entry] {
        var scanner = JSONScanner(bytes)
        var entries: [KeyedRows.Entry] = []
        scanner.skipSpace()
        try scanner.pairs { (scanner) throws(Problem) in
            let name = try scanner.string()
            try scanner.colon()
            entries.append((name, try scanner.field()))
        }
        try scanner.end()
        return entries
    }

    /// Whether a text is a JSON number or boolean.
    static func isLiteral(_ text: String) -> Bool {
        if text == "true" || text == "false" { return true }
        var scanner = JSONScanner(Array(text.utf8))
        do throws(Problem) {
            try scanner.number()
            try scanner.end()
            return true
        } catch {
            return false
        }
    }

    /// Whether a byte is white space.
    static func isSpace(_ byte: UInt8) -> Bool { [0x09, .lineFeed, .carriageReturn, 0x20].contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    // MARK: Values

    private mutating func field() throws(Problem) -> Field {
        guard let byte = peek else { throw problem("no value") }
        if byte == .quote { return Field(text: try string()) }
        let start = position
        try skipValue(depth: 1)
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return text == "null" ? .null : Field(text: text, isLiteral: true)
    }

    private mutating func skipValue(depth: Int) throws(Problem) {
        guard depth <= RowLimits.depth else { throw problem("more than \(RowLimits.depth) arrays in each other") }
        switch peek {
        case .quote: _ = try string()
        case UInt8(ascii: "{"):
            try pairs { (scanner) throws(Problem) in
                _ = try scanner.string()
                try scanner.colon()
                try scanner.skipValue(depth: depth + 1)
            }
        case UInt8(ascii: "["):
            try list(until: UInt8(ascii: "]")) { (scanner) throws(Problem) in
                try scanner.skipValue(depth: depth + 1)
            }
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): try number()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: throw problem("no value")
        }
    }

    private mutating func pairs(_ pair: (inout JSONScanner) throws(Problem) -> Void) throws(Problem) {
        guard peek == UInt8(ascii: "{") else { throw problem("no opening brace") }
        try list(until: UInt8(ascii: "}"), pair)
    }

    /// Reads items with commas between them, from the opening to the closing bracket.
    private mutating func list(
        until closing: UInt8, _ item: (inout JSONScanner) throws(Problem) -> Void
    ) throws(Problem) {
        position += 1
        skipSpace()
        if skip(closing) { return }
        while true {
            try item(&self)
            skipSpace()
            if skip(closing) { return }
            guard skip(.comma) else {
                throw problem("no comma or closing \(closing == UInt8(ascii: "}") ? "brace" : "bracket")")
            }
            skipSpace()
        }
    }

    private mutating func colon() throws(Problem) {
        skipSpace()
        guard skip(UInt8(ascii: ":")) else { throw problem("no colon") }
        skipSpace()
    }

    private mutating func word(_ word: StaticString) throws(Problem) {
        guard bytes[position...].starts(with: "\(word)".utf8) else { throw problem("no value") }
        position += word.utf8CodeUnitCount
    }

    private mutating func number() throws(Problem) {
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            try digits()
        }
    }

    private mutating func digits() throws(Problem) {
        let start = position
        while let byte = peek, Self.isDigit(byte) { position += 1 }
        guard position > start else { throw problem("no digit") }
    }

    // MARK: Strings

    private mutating func string() throws(Problem) -> String {
        guard skip(.quote) else { throw problem("no opening quote") }
        let start = position
        while let byte = peek, byte != .quote, byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if peek == .quote {
            position += 1
            return String(decoding: bytes[start..<position - 1], as: UTF8.self)
        }
        var text = Array(bytes[start..<position])
        while let byte = peek, byte != .quote {
            guard byte >= 0x20 else { throw problem("a control character in a string") }
            position += 1
            if byte == UInt8(ascii: "\\") { try escape(into: &text) } else { text.append(byte) }
        }
        guard skip(.quote) else { throw problem("no closing quote") }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape(into text: inout [UInt8]) throws(Problem) {
        let start = position
        position += 1
        switch start < bytes.count ? bytes[start] : 0 {
        case UInt8(ascii: "\""): text.append(.quote)
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0c)
        case UInt8(ascii: "n"): text.append(.lineFeed)
        case UInt8(ascii: "r"): text.append(.carriageReturn)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += String(try scalar()).utf8
        default:
            position = start
            throw problem("an invalid escape")
        }
    }

    /// Reads the digits of an escape, and a second escape for characters that need two.
    private mutating func scalar() throws(Problem) -> Unicode.Scalar {
        let start = position
        var units = [try codeUnit()]
        if UTF16.isLeadSurrogate(units[0]), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) {
            units.append(try codeUnit())
        }
        guard let scalar = String(validating: units, as: UTF16.self)?.unicodeScalars.first else {
            position = start
            throw problem("half a character")
        }
        return scalar
    }

    private mutating func codeUnit() throws(Problem) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        // A sign would be valid for an integer.
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw problem("an invalid escape") }
        position += 4
        return unit
    }

    // MARK: Bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, Self.isSpace(byte) { position += 1 }
    }

    private mutating func end() throws(Problem) {
        skipSpace()
        guard position == bytes.count else { throw problem("more text behind the value") }
    }

    private func problem(_ reason: String) -> Problem { Problem(offset: position, reason: reason) }
}

/// The syntax of JSON, whose mistakes Foundation's decoder does not place.
package enum JSONSyntax {
    /// Returns the first mistake in a text that is to be a JSON object.
    ///
    /// - Returns: The line, counted from 1, and what is wrong, as a noun phrase; `nil` if the text is an object.
    package static func mistake(in text: String) -> (line: Int, reason: String)? {
        let bytes = Array(text.utf8)
        do throws(JSONScanner.Problem) {
            _ = try JSONScanner.object(bytes)
            return nil
        } catch {
            return (bytes.prefix(error.offset).count { $0 == .lineFeed } + 1, error.reason)
        }
    }
}
