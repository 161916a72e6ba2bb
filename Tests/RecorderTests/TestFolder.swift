import Foundation

/// A folder for one test's files; it vanishes with the test.
final class TestFolder: Sendable {
    /// Absolute, without links.
    let path: String

    init() throws {
        let parent = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
        path = "\(parent)/recorder-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a page, and gives its path.
    func write(_ name: String, _ text: String = "<!doctype html>") throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    /// The names of everything in the folder, hidden files included.
    var contents: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}
