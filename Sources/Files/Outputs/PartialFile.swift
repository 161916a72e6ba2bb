import Glibc

/// A file created by this process that is removed unless it is kept.
package final class PartialFile {
    /// The file's path.
    package let path: String
    private let content: OutputFile.Content
    private var isKept = false

    /// Creates the file, which must not exist unless it is an unnamed file.
    ///
    /// Its permissions follow the process's umask.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - content: The kind of output, for messages.
    /// - Throws: ``FileError/Code/cannotCreateOutput``, or ``FileError/Code/cannotWriteOutput``
    ///   on a full disk.
    package init(creating path: String, content: OutputFile.Content) throws(FileError) {
        self.path = path
        self.content = content
        let descriptor = UnnamedFile.open(path, O_WRONLY)
        guard descriptor >= 0 else {
            let error = SystemError.last
            isKept = true
            throw .output(.cannotCreateOutput, "The \(content) cannot be created as", path: path, error: error)
        }
        close(descriptor)
    }

    deinit {
        // An error here only means that someone else removed the file already.
        if !isKept && !Descriptor.isPath(path) { unsafe unlink(path) }
    }

    /// Flushes the file to disk and keeps it.
    ///
    /// - Returns: Its length in bytes.
    /// - Throws: ``FileError/Code/cannotWriteOutput``.
    package func keep() throws(FileError) -> Int {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.last) }
        defer { close(descriptor) }
        var status = stat()
        guard fsync(descriptor) == 0, unsafe fstat(descriptor, &status) == 0 else { throw failure(.last) }
        isKept = true
        return Int(status.st_size)
    }

    private func failure(_ error: SystemError) -> FileError {
        .output(.cannotWriteOutput, "The \(content) cannot be written to", path: path, error: error)
    }
}
