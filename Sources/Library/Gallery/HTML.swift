/// A piece of HTML: what is put into it as text is escaped.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    /// The markup.
    let markup: String

    init(stringLiteral value: String) { markup = value }
    init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    /// Takes markup as it is.
    init(markup: String) { self.markup = markup }

    /// Collects a literal's pieces.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { markup += literal }
        /// Puts a text in, in an element or in an attribute's quotes.
        mutating func appendInterpolation(_ text: String) { markup += HTML.escape(text) }
        /// Puts markup in.
        mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
        /// Puts pieces of markup in, one after the other.
        mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { markup += piece.markup } }
        /// Puts markup in, or nothing.
        mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }
    }

    /// Replaces what would be markup or end an attribute, and control
    /// characters, which HTML does not have (13.1.2.3, 13.1.4).
    private static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
            }
        }
        return escaped
    }
}
