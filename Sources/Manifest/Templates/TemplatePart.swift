/// A part of a template.
enum TemplatePart: Sendable {
    /// A text, with single braces.
    case constant(String)
    /// The value in the column at this position, counted from 0.
    case column(Int)

    /// The column's position; `nil` for a constant.
    var column: Int? {
        switch self {
        case .constant: nil
        case .column(let index): index
        }
    }

    /// Splits a template.
    ///
    /// - Throws: ``OptionError`` for an unknown column, or a brace that is neither doubled nor one of a pair.
    static func parts(of text: String, for columns: Columns) throws(OptionError) -> [TemplatePart] {
        func isBrace(_ byte: UInt8) -> Bool { byte == opening || byte == closing }
        var parts: [TemplatePart] = []
        var constant = ""
        var rest = text[...]
        // Bytes, because a combining mark behind a brace makes another character of it.
        while let brace = rest.utf8.firstIndex(where: isBrace) {
            constant += rest[..<brace]
            let next = rest.utf8.index(after: brace)
            if rest.utf8[next...].first == rest.utf8[brace] {
                constant += rest[brace..<next]
                rest = rest[rest.utf8.index(after: next)...]
                continue
            }
            let place = "at character \(text[..<brace].count + 1)"
            guard rest.utf8[brace] == opening else {
                throw OptionError("The } \(place) closes nothing. Write }} for a brace.")
            }
            guard let end = rest.utf8[next...].firstIndex(where: isBrace), rest.utf8[end] == closing else {
                throw OptionError(
                    "The { \(place) is not closed. Write a } behind the column's name, or {{ for a brace.")
            }
            let name = String(rest[next..<end])
            guard !name.isEmpty else {
                throw OptionError(
                    "The {} \(place) has no column's name in it. Write a name, like {\(columns.names[0])}, or {{}} for "
                        + "braces.")
            }
            guard let index = columns.index(of: name) else {
                throw OptionError("\(columns.unknown(name)) Write {{ and }} for braces.")
            }
            if !constant.isEmpty { parts.append(.constant(constant)) }
            constant = ""
            parts.append(.column(index))
            rest = rest[rest.utf8.index(after: end)...]
        }
        constant += rest
        if !constant.isEmpty { parts.append(.constant(constant)) }
        return parts
    }

    private static var opening: UInt8 { UInt8(ascii: "{") }
    private static var closing: UInt8 { UInt8(ascii: "}") }
}
