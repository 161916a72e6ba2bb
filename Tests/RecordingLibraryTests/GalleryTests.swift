import Testing

@testable import RecordingLibrary

@Suite("The gallery's markup")
struct GalleryTests {
    @Test("Text is escaped in elements and attributes")
    func escaping() {
        let hostile = "</p><script>\"'&\u{1b}\n"
        let escaped = "&lt;/p&gt;&lt;script&gt;&quot;&#39;&amp;  "
        let html: HTML = "<p title=\"\(hostile)\">\(hostile)</p>"
        #expect(html.markup == "<p title=\"\(escaped)\">\(escaped)</p>")
        let outer: HTML = "<div>\(html)\([html, html])\(nil as HTML?)</div>"
        #expect(outer.markup == "<div>\(html.markup)\(html.markup)\(html.markup)</div>")
    }

    @Test(
        "Links are relative to the gallery's folder",
        arguments: [
            ("/a/b/x.mp4", "/a/b", "x.mp4"), ("/a/x.mp4", "/a/b/c", "../../x.mp4"), ("/a/b/x.mp4", "/", "a/b/x.mp4"),
            ("/lib #1%/a:b?.mp4", "/pages", "../lib%20%231%25/a%3Ab%3F.mp4"), ("/年/x.mp4", "/", "%E5%B9%B4/x.mp4"),
        ])
    func links(path: String, folder: String, link: String) {
        #expect(RelativeLink.link(to: path, from: folder) == link)
    }
}
