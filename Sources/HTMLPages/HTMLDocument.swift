import CGIO
import FoundationEssentials

/// A complete HTML page in one file, with the look that all pages of this program share.
///
/// Its Content-Security-Policy admits the page's own style and script by their SHA-256 hashes (CSP Level 3, section
/// 2.3.1), so that nothing that the page shows, such as a recording's metadata, can be another one. The same content
/// makes the same bytes. Pictures and media come from the file itself and from files beside it.
package struct HTMLDocument {
    private let title: String
    private let style: HTML
    private let script: HTML
    private let content: HTML

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - title: The title, in one line.
    ///   - style: The page's own style sheet, which follows the shared one.
    ///   - scripts: The page's scripts; they run in order, after its content.
    ///   - content: What the page's `body` contains.
    package init(title: String, style: [UInt8], scripts: [[UInt8]] = [], content: HTML) {
        self.title = title
        self.style = "\n\(HTML(resource: PackageResources.look_css))\(HTML(resource: style))"
        script = scripts.isEmpty ? "" : "\n\(scripts.map { HTML(resource: $0) })"
        self.content = content
    }

    /// The page.
    package var markup: String {
        let page: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>\(style)</style>
            </head>
            <body>
            \(content)\(script.markup.isEmpty ? nil : "<script>\(script)</script>\n" as HTML)</body>
            </html>

            """
        return page.markup
    }

    private var policy: String {
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data: 'self' file:; media-src 'self' file:; "
            + "style-src \(Self.source(of: style))"
            + (script.markup.isEmpty ? "" : "; script-src \(Self.source(of: script))")
    }

    /// The source expression that admits exactly the contents of an element.
    private static func source(of contents: HTML) -> String {
        let bytes = Array(contents.markup.utf8)
        let sum = unsafe g_checksum_new(G_CHECKSUM_SHA256)
        defer { unsafe g_checksum_free(sum) }
        unsafe g_checksum_update(sum, bytes, bytes.count)
        var digest = [UInt8](repeating: 0, count: g_checksum_type_get_length(G_CHECKSUM_SHA256))
        var length = gsize(digest.count)
        unsafe g_checksum_get_digest(sum, &digest, &length)
        return "'sha256-\(Data(digest).base64EncodedString())'"
    }
}
