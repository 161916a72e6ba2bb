import Foundation

/// Where the repository's own pages and sounds are.
enum Fixture {
    /// The folder that holds the whole project.
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let folder = repository.appendingPathComponent("fixtures")

    /// The path of a page in fixtures/html.
    static func page(_ name: String) -> String {
        folder.appendingPathComponent("html").appendingPathComponent(name).path
    }

    /// The path of a sound in fixtures/audio.
    static func audio(_ name: String) -> String {
        folder.appendingPathComponent("audio").appendingPathComponent(name).path
    }
}
