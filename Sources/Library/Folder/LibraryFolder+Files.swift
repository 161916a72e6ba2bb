import Files
import Glibc

/// Operations on the library's files.
extension LibraryFolder {
    /// Checks that a file is one of the library's videos.
    ///
    /// - Returns: The path of the file.
    /// - Throws: ``LibraryError`` for a file elsewhere or a missing file.
    package func requireOwn(_ path: String) throws(LibraryError) -> String {
        let name = String(path.fileName)
        guard let place = path.parentPath.canonicalPath, place == self.path.canonicalPath, Self.isVideo(name) else {
            throw LibraryError(.usage, "\(path) is no recording in \(self.path); only those are removed.")
        }
        guard unsafe access(path, F_OK) == 0 else { throw LibraryError(.notFound, "There is no file \(path).") }
        return self.path(of: name)
    }

    /// Removes a file.
    package static func remove(_ path: String) throws(LibraryError) {
        guard unsafe unlink(path) == 0 else {
            throw LibraryError(.notRemoved, "\(path) cannot be removed: \(SystemError.last.text).")
        }
    }

    /// Creates the folder and its parents, unless they exist.
    func make() throws(LibraryError) {
        try requireHome()
        var slash = path.startIndex
        while slash < path.endIndex {
            slash = path[path.index(after: slash)...].firstIndex(of: "/") ?? path.endIndex
            guard unsafe mkdir(String(path[..<slash]), 0o777) == 0 || errno == EEXIST else {
                throw LibraryError(
                    .notMade, "The folder \(path) cannot be made: \(SystemError.last.text).")
            }
        }
    }
}
