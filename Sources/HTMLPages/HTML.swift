import Notation

/// A piece of HTML; interpolated strings are escaped.
package struct HTML: ExpressibleByStringInterpolation, Sendable {
    /// The markup.
    package let markup: String

    package init(stringLiteral value: String) { markup = value }
    package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    /// Wraps markup without escaping it.
    package init(markup: String) { self.markup = markup }

    /// Escapes text of several lines, which keep their breaks and tabs, as `pre` shows them.
    package init(lines: String) { markup = Self.escape(ForeignText.lines(lines)) }

    /// Wraps an embedded file: a style sheet or a script of this program.
    package init(resource: [UInt8]) { markup = String(decoding: resource, as: UTF8.self) }

    /// A link to a page of the web; other addresses, such as `javascript:`, are shown without a link.
    package init(linkTo address: String) {
        let link: HTML = "<a href=\"\(address)\" rel=\"noopener noreferrer\">\(address)</a>"
        markup = Self.isWeb(address) ? link.markup : Self.escape(ForeignText.line(address))
    }

    /// Whether an address is one of the web, which a page may link to.
    package static func isWeb(_ address: String) -> Bool {
        ["https://", "http://"].contains { address.lowercased().hasPrefix($0) }
    }

    /// Collects the segments of a literal.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        package init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: String) { markup += literal }
        /// Inserts escaped text in one line, in an element or a quoted attribute.
        package mutating func appendInterpolation(_ text: String) { markup += HTML.escape(ForeignText.line(text)) }
        /// Inserts markup.
        package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
        /// Inserts several pieces of markup.
        package mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { markup += piece.markup } }
        /// Inserts markup; does nothing if it is `nil`.
        package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }
    }

    /// Escapes markup and quotes (sections 13.1.2.3 and 13.1.4); the control characters that HTML forbids are gone.
    private static func escape(_ text: String) -> String {
        text.escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])
    }
}
