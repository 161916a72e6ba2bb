import Decoder
import Encoder
import Files
import FoundationEssentials
import Frames
import LibAV
import Notation

/// A self-contained HTML page to browse recordings.
///
/// It has posters, players and a search, and links to the videos.
package struct Gallery {
    private let entries: [CatalogEntry]
    private let folder: String
    /// A random nonce in the Content-Security-Policy that admits the page's own style and script.
    ///
    /// A recording's metadata cannot predict it, and so cannot inject a script.
    private let nonce: String

    /// The largest width of a poster, in pixels.
    private static let posterWidth = 480

    /// Creates a gallery.
    ///
    /// - Parameters:
    ///   - entries: The recordings, in order.
    ///   - folder: The existing folder that the page is written to.
    package init(of entries: [CatalogEntry], in folder: String) {
        self.entries = entries
        self.folder = folder.canonicalPath ?? folder
        nonce = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    }

    /// The HTML of the page; this decodes the posters, which is slow.
    package var page: String {
        let page: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <title>Recordings</title>
            <style nonce="\(nonce)">
            \(Self.resource(PackageResources.gallery_css))</style>
            </head>
            <body>
            <header>
            <h1>Recordings</h1>
            <p id="count" role="status">\(String(entries.count))</p>
            <input id="search" type="search" placeholder="Search ( / )" aria-label="Search the recordings">
            </header>
            <main>
            \(entries.enumerated().map { card($0.element, number: $0.offset + 1) })<p id="none"\
            \(entries.isEmpty ? "" : " hidden" as HTML)>No recordings.</p>
            </main>
            <script nonce="\(nonce)">
            \(Self.resource(PackageResources.gallery_js))</script>
            </body>
            </html>

            """
        return page.markup
    }

    /// The policy: no resources except from this file, and videos from disk.
    private var policy: String {
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; media-src 'self' file:; "
            + "style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'"
    }

    private func card(_ entry: CatalogEntry, number: Int) -> HTML {
        let contents = entry.contents
        let title = entry.page.isEmpty ? entry.name : entry.page
        let path = entry.path.canonicalPath ?? entry.path
        let time = LocalTime(milliseconds: entry.recorded)
        return """
            <article tabindex="0" aria-labelledby="r\(String(number))">
            <video controls preload="none" playsinline src="\(RelativeLink.link(to: path, from: folder))"\
            \(poster(of: path))></video>
            <div class="words">
            <h2 id="r\(String(number))">\(title)</h2>
            <p><time datetime="\(time.text("%Y-%m-%dT%H:%M:%S"))">\(time.text)</time> · \
            \(contents.duration.clockText) · \(contents.size.description) · \(contents.bytes.byteText)</p>
            \(Self.address(contents.metadata.pageAddress))\(Self.chapters(contents.chapters))\
            \(Self.command(entry))</div>
            </article>

            """
    }

    private func poster(of path: String) -> HTML? {
        // A video that cannot be decoded is listed without a poster.
        guard let poster = try? MoviePoster(ofMovie: path, width: Self.posterWidth) else { return nil }
        return " poster=\"data:image/jpeg;base64,\(Data(poster.jpeg).base64EncodedString())\""
    }

    private static func address(_ address: String) -> HTML? {
        guard !address.isEmpty else { return nil }
        // Addresses with other schemes, such as javascript:, are not linked.
        let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
        return isWeb
            ? "<p><a href=\"\(address)\" rel=\"noopener noreferrer\">\(address)</a></p>\n" : "<p>\(address)</p>\n"
    }

    private static func chapters(_ chapters: [Chapter]) -> HTML? {
        guard !chapters.isEmpty else { return nil }
        let items = chapters.map { chapter -> HTML in
            let start = chapter.start.clockText
            return """
                <li><button type="button" data-start="\(String(chapter.start.inSeconds))">\
                <span>\(start)</span> \(chapter.name)</button></li>

                """
        }
        return "<ol aria-label=\"Chapters\">\n\(items)</ol>\n"
    }

    private static func command(_ entry: CatalogEntry) -> HTML {
        guard let command = entry.commandLine else { return "<details><summary>\(entry.name)</summary></details>\n" }
        return "<details><summary>\(entry.name)</summary><pre>\(command)</pre></details>\n"
    }

    private static func resource(_ bytes: [UInt8]) -> HTML { HTML(markup: String(decoding: bytes, as: UTF8.self)) }
}

/// Relative links from a page to files.
enum RelativeLink {
    /// The link to a file.
    ///
    /// - Parameters:
    ///   - path: The canonical path of the file.
    ///   - folder: The canonical path of the page's folder.
    static func link(to path: String, from folder: String) -> String {
        let target = path.split(separator: "/")
        let base = folder.split(separator: "/")
        let common = zip(target.dropLast(), base).prefix { $0 == $1 }.count
        let parts = Array(repeating: "..", count: base.count - common) + target.dropFirst(common).map(\.percentEncoded)
        return parts.joined(separator: "/")
    }
}

/// A piece of HTML; interpolated strings are escaped.
package struct HTML: ExpressibleByStringInterpolation, Sendable {
    /// The markup.
    package let markup: String

    package init(stringLiteral value: String) { markup = value }
    package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    /// Wraps markup without escaping it.
    package init(markup: String) { self.markup = markup }

    /// Collects the segments of a literal.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        package init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: String) { markup += literal }
        /// Inserts escaped text, in an element or a quoted attribute.
        package mutating func appendInterpolation(_ text: String) { markup += HTML.escape(text) }
        /// Inserts markup.
        package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
        /// Inserts several pieces of markup.
        package mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { markup += piece.markup } }
        /// Inserts markup; does nothing if it is `nil`.
        package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }
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
