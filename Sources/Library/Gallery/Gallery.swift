import Decoder
import Encoder
import FoundationEssentials
import Frames
import LibAV

/// A page to look through recordings with, in one file: posters, players and
/// a search, and links to the videos.
package struct Gallery {
    private let entries: [CatalogueEntry]
    private let folder: String
    /// Says that this page's own style and script are meant to be here,
    /// which nothing that a recording says can know beforehand.
    private let nonce: String

    /// The most pixels in a row of a poster.
    private static let posterWidth = 480

    /// Makes a gallery.
    ///
    /// - Parameters:
    ///   - entries: The recordings, in order.
    ///   - folder: Where the page will be, a folder that is there.
    package init(of entries: [CatalogueEntry], in folder: String) {
        self.entries = entries
        self.folder = LibraryFolder.whole(folder) ?? folder
        nonce = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    }

    /// The page; posters are decoded here, which takes its time.
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

    /// Nothing comes from anywhere but this file, and videos from beside it.
    private var policy: String {
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; media-src 'self' file:; "
            + "style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'"
    }

    private func card(_ entry: CatalogueEntry, number: Int) -> HTML {
        let contents = entry.contents
        let title = entry.page.isEmpty ? entry.name : entry.page
        let path = LibraryFolder.whole(entry.path) ?? entry.path
        let time = LocalTime(milliseconds: entry.recorded)
        return """
            <article tabindex="0" aria-labelledby="r\(String(number))">
            <video controls preload="none" playsinline src="\(RelativeLink.link(to: path, from: folder))"\
            \(poster(of: path))></video>
            <div class="words">
            <h2 id="r\(String(number))">\(title)</h2>
            <p><time datetime="\(time.text("%Y-%m-%dT%H:%M:%S"))">\(time.text)</time> · \
            \(Readable.clock(contents.duration)) · \(contents.size.description) · \(Readable.size(contents.bytes))</p>
            \(Self.address(contents.metadata.pageAddress))\(Self.chapters(contents.chapters))\
            \(Self.command(entry))</div>
            </article>

            """
    }

    private func poster(of path: String) -> HTML? {
        // A video of which nothing can be decoded still has its words.
        guard let poster = try? MoviePoster(ofMovie: path, width: Self.posterWidth) else { return nil }
        return " poster=\"data:image/jpeg;base64,\(Data(poster.jpeg).base64EncodedString())\""
    }

    private static func address(_ address: String) -> HTML? {
        guard !address.isEmpty else { return nil }
        // Other schemes, such as javascript:, are shown and not linked to.
        let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
        return isWeb
            ? "<p><a href=\"\(address)\" rel=\"noopener noreferrer\">\(address)</a></p>\n" : "<p>\(address)</p>\n"
    }

    private static func chapters(_ chapters: [Chapter]) -> HTML? {
        guard !chapters.isEmpty else { return nil }
        let items = chapters.map { chapter -> HTML in
            let start = Readable.clock(chapter.start)
            return """
                <li><button type="button" data-start="\(String(chapter.start.inSeconds))">\
                <span>\(start)</span> \(chapter.name)</button></li>

                """
        }
        return "<ol aria-label=\"Chapters\">\n\(items)</ol>\n"
    }

    private static func command(_ entry: CatalogueEntry) -> HTML {
        guard let command = entry.commandLine else { return "<details><summary>\(entry.name)</summary></details>\n" }
        return "<details><summary>\(entry.name)</summary><pre>\(command)</pre></details>\n"
    }

    private static func resource(_ bytes: [UInt8]) -> HTML { HTML(markup: String(decoding: bytes, as: UTF8.self)) }
}
