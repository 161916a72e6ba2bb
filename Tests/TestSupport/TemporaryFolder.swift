package import Foundation

/// A temporary folder for one test, removed with its contents on deinitialization.
package final class TemporaryFolder: Sendable {
    package let url: URL

    /// The folder's path, without a trailing slash.
    package var path: String { url.path }

    package init() throws {
        let name = "record-test-\(UUID().uuidString.prefix(8))"
        url = FileManager.default.temporaryDirectory.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        // Readable by all, so that tests can run a child as another user in it.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    }

    deinit {
        // A mounted or already removed folder is left alone; the test has reported it by then.
        try? FileManager.default.removeItem(at: url)
    }

    /// The absolute path of a name inside the folder.
    package func path(_ name: String) -> String {
        url.appendingPathComponent(name).path
    }

    /// Writes a text file and returns its absolute path.
    @discardableResult
    package func write(_ name: String, _ text: String = "<!doctype html>") throws -> String {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Writes a file and returns its absolute path.
    @discardableResult
    package func write(_ name: String, _ data: Data) throws -> String {
        try data.write(to: url.appendingPathComponent(name))
        return path(name)
    }

    /// Makes a folder inside and returns its absolute path.
    package func makeFolder(_ name: String, permissions: Int = 0o755) throws -> String {
        let folder = url.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: folder.path)
        return folder.path
    }

    /// The bytes of a file inside the folder.
    package func read(_ name: String) throws -> Data {
        try Data(contentsOf: url.appendingPathComponent(name))
    }

    /// Whether an entry of this name exists inside.
    package func contains(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }

    /// The paths of all entries, including hidden ones, relative and sorted; folders end in a
    /// slash.
    package var contents: [String] {
        let paths = FileManager.default.subpaths(atPath: url.path) ?? []
        return paths.map { name in
            var isFolder: ObjCBool = false
            _ = unsafe FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
            return isFolder.boolValue ? name + "/" : name
        }.sorted()
    }
}
