import Foundation

/// Where the repository's own pages and sounds are.
enum Fixture {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("fixtures")

    /// The path of a page in fixtures/html.
    static func page(_ name: String) -> String {
        folder.appendingPathComponent("html").appendingPathComponent(name).path
    }

    /// The path of a sound in fixtures/audio.
    static func audio(_ name: String) -> String {
        folder.appendingPathComponent("audio").appendingPathComponent(name).path
    }
}
