import Foundation

/// A folder for one test's files; it vanishes with the test.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "pagereel-encoder-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and gives its path.
    func write(_ name: String, _ data: Data) throws -> String {
        try data.write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    /// The names of everything in the folder, hidden files included.
    var contents: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}
