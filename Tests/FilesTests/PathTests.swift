import Files
import Testing

@Suite("Paths")
struct PathTests {
    @Test(
        "A path has a folder and a name",
        arguments: [
            ("a", ".", "a"), ("/a", "/", "a"), ("a/b", "a", "b"), ("/a/b/", "/a/b", ""),
            // For Swift, this slash and its mark are one character, for the system they are not.
            ("a/\u{301}b", "a", "\u{301}b"), ("/a/b/\u{301}c", "/a/b", "\u{301}c"),
        ])
    func parts(path: String, folder: String, name: String) {
        #expect(Array(path.parentPath.utf8) == Array(folder.utf8))
        #expect(Array(path.fileName.utf8) == Array(name.utf8))
    }
}
