package import Foundation

/// Paths of the repository's test pages, sounds and pictures.
package enum Fixture {
    /// The project's root folder.
    package static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The build folder, which contains the tests' own program and the built products.
    package static let build = URL(
        fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    ).deletingLastPathComponent()

    private static let folder = repository.appendingPathComponent("fixtures")

    /// The path of a page in fixtures/html.
    package static func page(_ name: String) -> String {
        folder.appendingPathComponent("html").appendingPathComponent(name).path
    }

    /// The path of a file in fixtures.
    package static func file(_ name: String) -> String {
        folder.appendingPathComponent(name).path
    }

    /// The path of a sound in fixtures/audio.
    package static func audio(_ name: String) -> String {
        folder.appendingPathComponent("audio").appendingPathComponent(name).path
    }
}
