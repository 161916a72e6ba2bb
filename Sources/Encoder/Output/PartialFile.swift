import Glibc

/// A file that this process made and that vanishes unless it is kept.
final class PartialFile {
    /// Where it is.
    let path: String
    private var isKept = false

    /// Creates the file, which must not exist or have no name, readable by whom
    /// the process lets (umask).
    ///
    /// - Throws: ``EncoderError/Code/cannotCreateOutput``, or
    ///   ``EncoderError/Code/cannotWriteOutput`` on a full disk.
    init(creating path: String) throws(EncoderError) {
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
    /// - Throws: ``EncoderError/Code/cannotWriteOutput``.
    func keep() throws(EncoderError) -> Int {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.last) }
        defer { close(descriptor) }
        var status = stat()
        guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { throw failure(.last) }
        isKept = true
        return Int(status.st_size)
    }

    private func failure(_ error: SystemError) -> EncoderError {
        .output(.cannotWriteOutput, "The video could not be finished as", path: path, error: error)
    }
}
