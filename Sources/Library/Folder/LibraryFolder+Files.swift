import Glibc

/// Operations on the library's files.
extension LibraryFolder {
    /// Checks that a file is one of the library's videos.
    ///
    /// - Returns: The path of the file.
    /// - Throws: ``LibraryError`` for a file elsewhere or a missing file.
    package func requireOwn(_ path: String) throws(LibraryError) -> String {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard let place = Self.whole(parent), place == Self.whole(self.path), Self.isVideo(name) else {
            throw LibraryError(.usage, "\(path) is no recording in \(self.path); only those are removed.")
        }
        guard unsafe access(path, F_OK) == 0 else { throw LibraryError(.notFound, "There is no file \(path).") }
        return self.path(of: name)
    }

    /// Removes a file.
    package static func remove(_ path: String) throws(LibraryError) {
        guard unsafe unlink(path) == 0 else {
            throw LibraryError(.notRemoved, unsafe "\(path) cannot be removed: \(String(cString: strerror(errno))).")
        }
    }

    /// Creates the folder and its parents, unless they exist.
    func make() throws(LibraryError) {
        var slash = path.startIndex
        while slash < path.endIndex {
            slash = path[path.index(after: slash)...].firstIndex(of: "/") ?? path.endIndex
            guard unsafe mkdir(String(path[..<slash]), 0o777) == 0 || errno == EEXIST else {
                throw LibraryError(
                    .notMade, unsafe "The folder \(path) cannot be made: \(String(cString: strerror(errno))).")
            }
        }
    }

    /// The canonical path, without symbolic links; `nil` if the path does not exist.
    static func whole(_ path: String) -> String? {
        guard let whole = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(whole) }
        return unsafe String(cString: whole)
    }
}
