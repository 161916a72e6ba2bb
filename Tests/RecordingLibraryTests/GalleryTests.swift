import Testing

@testable import RecordingLibrary

@Suite("The gallery's links")
struct GalleryTests {
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
