import Glibc

/// A file that this process made and that vanishes unless it is kept.
package final class PartialFile {
    /// Where it is.
    package let path: String
    private var isKept = false

    /// Creates the file, which must not exist or have no name, readable by whom
    /// the process lets (umask).
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``, or
    ///   ``FileError/Code/cannotWriteOutput`` on a full disk.
    package init(creating path: String) throws(FileError) {
        self.path = path
        let descriptor = UnnamedFile.open(path, O_WRONLY)
        guard descriptor >= 0 else {
            let error = SystemError.last
            isKept = true
            throw .output(.cannotCreateOutput, "The video cannot be created as", path: path, error: error)
        }
        close(descriptor)
    }

    deinit {
        // A file that somebody else removed is as gone as it should be.
        if !isKept && !UnnamedFile.isPath(path) { unlink(path) }
    }

    /// Writes everything through to the disk, and keeps the file.
    ///
    /// - Returns: Its length in bytes.
    /// - Throws: ``FileError/Code/cannotWriteOutput``.
    package func keep() throws(FileError) -> Int {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.last) }
        defer { close(descriptor) }
        var status = stat()
        guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { throw failure(.last) }
        isKept = true
        return Int(status.st_size)
    }

    private func failure(_ error: SystemError) -> FileError {
        .output(.cannotWriteOutput, "The video could not be finished as", path: path, error: error)
    }
}
