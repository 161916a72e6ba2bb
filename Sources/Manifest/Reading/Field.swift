private import Foundation

/// A value in a row.
struct Field: Sendable, Equatable {
    /// The value for templates and conditions; empty for `null`.
    let text: String
    /// Whether the text is also the value's JSON: a number, a boolean, `null`, an array or an object.
    var isLiteral = false

    static let null = Field(text: "", isLiteral: true)

    /// The value as JSON.
    var json: String {
        guard isLiteral else { return Self.quoted(text) }
        return text.isEmpty ? "null" : text
    }

    /// Writes a JSON string.
    static func quoted(_ text: String) -> String {
        // Most texts have nothing to escape (RFC 8259, section 7).
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        if isPlain { return "\"\(text)\"" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // A string is always encodable.
        guard let data = try? encoder.encode(text) else { return "\"\"" }
        return String(decoding: data, as: UTF8.self)
    }
}
