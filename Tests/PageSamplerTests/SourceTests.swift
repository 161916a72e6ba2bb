import Foundation
import Testing

/// What no source may do, as far as its text tells.
@Suite("Sources")
struct SourceTests {
    /// A call that changes the environment frees what another thread may be
    /// reading (getenv(3)).
    @Test("The environment is replaced, never modified")
    func environment() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where ["swift", "c", "h"].contains(file.pathExtension) {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.firstMatch(of: /\b(g_)?((un)?set|put|clear)env\((?!3\))/) == nil, "\(file.lastPathComponent)")
            count += 1
        }
        #expect(count > 100)
    }
}
