/// A complete HTML page in one file, with the look that all pages of this program share.
///
/// A random nonce in its Content-Security-Policy admits the page's own style and scripts. What the page shows, such as
/// a recording's metadata, cannot predict it, and so cannot inject a script. Pictures and media come from the file
/// itself and from files beside it.
package struct HTMLDocument {
    private let title: String
    private let style: HTML
    private let scripts: [HTML]
    private let content: HTML
    private let nonce: String

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - title: The title, in one line.
    ///   - style: The page's own style sheet, which follows the shared one.
    ///   - scripts: The page's scripts; they run in order, after its content.
    ///   - content: What the page's `body` contains.
    package init(title: String, style: [UInt8], scripts: [[UInt8]] = [], content: HTML) {
        self.title = title
        self.style = HTML(resource: style)
        self.scripts = scripts.map { HTML(resource: $0) }
        self.content = content
        nonce = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
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
            <style nonce="\(nonce)">
            \(HTML(resource: PackageResources.look_css))\(style)</style>
            </head>
            <body>
            \(content)\(script)</body>
            </html>

            """
        return page.markup
    }

    private var policy: String {
        let scriptSource = scripts.isEmpty ? "" : "; script-src 'nonce-\(nonce)'"
        return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data: 'self' file:; "
            + "media-src 'self' file:; style-src 'nonce-\(nonce)'" + scriptSource
    }

    private var script: HTML? {
        guard !scripts.isEmpty else { return nil }
        return "<script nonce=\"\(nonce)\">\n\(scripts)</script>\n"
    }
}
