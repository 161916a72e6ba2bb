import Foundation
import HTMLPages
import TestSupport
import Testing

@Suite("HTML")
struct HTMLTests {
    @Test("Text is escaped in elements and attributes")
    func escaping() {
        let hostile = "</p><script>\"'&\u{1b}\n"
        let escaped = "&lt;/p&gt;&lt;script&gt;&quot;&#39;&amp;  "
        let html: HTML = "<p title=\"\(hostile)\">\(hostile)</p>"
        #expect(html.markup == "<p title=\"\(escaped)\">\(escaped)</p>")
        let outer: HTML = "<div>\(html)\([html, html])\(nil as HTML?)</div>"
        #expect(outer.markup == "<div>\(html.markup)\(html.markup)\(html.markup)</div>")
        #expect(HTML(lines: "a\n\t<b>\u{202e}\u{7}").markup == "a\n\t&lt;b&gt;  ")
        // A mark behind a quote makes one character of both, which must not hide the quote.
        #expect(HTML(lines: "\"\u{301}<\u{338}").markup == "&quot;\u{301}&lt;\u{338}")
    }

    @Test("Only addresses of the web are linked")
    func links() {
        #expect(
            HTML(linkTo: "HTTPS://example.com/?a=\"&b").markup
                == "<a href=\"HTTPS://example.com/?a=&quot;&amp;b\" rel=\"noopener noreferrer\">"
                + "HTTPS://example.com/?a=&quot;&amp;b</a>")
        for address in ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", " https://example.com", ""] {
            #expect(HTML(linkTo: address).markup == address)
        }
    }

    @Test("A page's policy has the hashes of its style and its script, as openssl computes them")
    func policy() async throws {
        func page() -> String {
            HTMLDocument(
                title: "<b>", style: Array("p { margin: 0 }\n".utf8), scripts: [Array("'use strict';\n".utf8)],
                content: "<p>Words</p>\n"
            ).markup
        }
        #expect(page() == page())
        let folder = try TemporaryFolder()
        for (name, end) in [("style", "p { margin: 0 }\n"), ("script", "'use strict';\n")] {
            let contents = try #require(page().split(separator: "<\(name)>").last?.split(separator: "</\(name)>").first)
            #expect(contents.hasSuffix(end))
            let path = try folder.write(name, String(contents))
            let hash = try await Tool.run("openssl", ["dgst", "-sha256", "-binary", path])
            #expect(page().contains("\(name)-src &#39;sha256-\(Data(hash).base64EncodedString())&#39;"))
        }
        #expect(page().contains("<title>&lt;b&gt;</title>"))
        #expect(page().contains("default-src &#39;none&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"))
    }

    @Test("A page without a script admits none")
    func noScript() {
        let page = HTMLDocument(title: "x", style: [], content: "").markup
        #expect(!page.contains("script"))
    }
}
