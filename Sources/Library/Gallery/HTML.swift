private import Notation

/// A piece of HTML; interpolated strings are escaped.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    /// The markup.
    let markup: String

    init(stringLiteral value: String) { markup = value }
    init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    /// Wraps markup without escaping it.
    init(markup: String) { self.markup = markup }

    /// Collects the segments of a literal.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { markup += literal }
        /// Inserts escaped text, in an element or a quoted attribute.
        mutating func appendInterpolation(_ text: String) { markup += HTML.escape(text) }
        /// Inserts markup.
        mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
        /// Inserts several pieces of markup.
        mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { markup += piece.markup } }
        /// Inserts markup; does nothing if it is `nil`.
        mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }
    }

    /// Escapes markup, quotes, and the control characters that HTML forbids (sections 13.1.2.3 and 13.1.4).
    private static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in ForeignText.line(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
