import Decoder
import Encoder
import Files
import FoundationEssentials
import Frames
import HTMLPages
import LibAV
import Notation

/// A self-contained HTML page to browse recordings.
///
/// It has posters, players, a search and filters, and links to the videos.
package struct Gallery {
    private let entries: [CatalogEntry]
    private let folder: String

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
    }

    /// The HTML of the page; this decodes the posters, which is slow.
    package var page: String {
        HTMLDocument(
            title: "Recordings", style: PackageResources.gallery_css, scripts: [PackageResources.gallery_js],
            content: content
        ).markup
    }

    private var content: HTML {
        """
        <header>
        <h1>Recordings</h1>
        <p id="count" role="status">\(String(entries.count))</p>
        <form id="filters" role="search" hidden>
        <input id="search" type="search" placeholder="Search ( / )" aria-label="Search the recordings">
        \(Self.choice("host", label: "Page's host", all: "All hosts", Set(entries.map(Self.host(of:)))))\
        \(Self.choice("kind", label: "Kind of file", all: "All kinds", Set(entries.map(Self.kind(of:)))))\
        <label>from <input id="from" type="date"></label>
        <label>to <input id="to" type="date"></label>
        <button id="clear" type="reset">Clear</button>
        </form>
        </header>
        <main>
        \(entries.enumerated().map { card($0.element, number: $0.offset + 1) })<p id="none"\
        \(entries.isEmpty ? "" : " hidden" as HTML)>No recordings.</p>
        </main>

        """
    }

    /// A menu of the values that recordings have.
    private static func choice(_ name: String, label: String, all: String, _ values: Set<String>) -> HTML {
        let options = values.sorted().map { value -> HTML in
            "<option value=\"\(value)\">\(value.isEmpty ? "Local files" : value)</option>\n"
        }
        return """
            <select id="\(name)" aria-label="\(label)">
            <option value="*">\(all)</option>
            \(options)</select>

            """
    }

    /// The host of the page's address, with its port; empty for a local file.
    private static func host(of entry: CatalogEntry) -> String {
        let address = entry.contents.metadata.pageAddress
        guard HTML.isWeb(address) else { return "" }
        return String(address.split(separator: "/").dropFirst().first ?? "").lowercased()
    }

    /// The kind of a file, by its name: `MP4`.
    private static func kind(of entry: CatalogEntry) -> String {
        String(entry.name.split(separator: ".").last ?? "").uppercased()
    }

    private func card(_ entry: CatalogEntry, number: Int) -> HTML {
        let contents = entry.contents
        let title = entry.page.isEmpty ? entry.name : entry.page
        let path = entry.path.canonicalPath ?? entry.path
        let time = LocalTime(milliseconds: entry.recorded)
        return """
            <article tabindex="0" aria-labelledby="r\(String(number))" data-host="\(Self.host(of: entry))" \
            data-kind="\(Self.kind(of: entry))">
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
        address.isEmpty ? nil : "<p>\(HTML(linkTo: address))</p>\n"
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
