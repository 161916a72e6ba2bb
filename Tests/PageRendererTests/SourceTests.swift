import Foundation
import Testing

/// Rules for source files that can be checked in their text.
@Suite("Sources")
struct SourceTests {
    /// Modifying the environment frees memory that another thread may be reading (getenv(3)).
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
