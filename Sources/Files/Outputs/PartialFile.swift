import Glibc

/// A file created by this process that is removed unless it is kept.
package final class PartialFile {
    /// The file's place.
    package let place: OutputPlace
    private let content: OutputFile.Content
    private var isKept = false

    /// Creates the file, which must not exist unless it is an unnamed file.
    ///
    /// Its permissions follow the process's umask.
    ///
    /// - Parameters:
    ///   - place: The file.
    ///   - content: The kind of output, for messages.
    /// - Throws: ``FileError/Code/cannotCreateOutput``, or ``FileError/Code/cannotWriteOutput``
    ///   on a full disk.
    package init(creating place: OutputPlace, content: OutputFile.Content) throws(FileError) {
        self.place = place
        self.content = content
        let descriptor = UnnamedFile.open(place.path, O_WRONLY)
        guard descriptor >= 0 else {
            let error = SystemError.last
            isKept = true
            throw .output(.cannotCreateOutput, "The \(content) cannot be created as", path: place.name, error: error)
        }
        close(descriptor)
    }

    deinit {
        // An error here only means that someone else removed the file already.
        if !isKept && !Descriptor.isPath(place.path) { unsafe unlink(place.path) }
    }

    /// Flushes the file to disk and keeps it.
    ///
    /// - Returns: Its length in bytes.
    /// - Throws: ``FileError/Code/cannotWriteOutput``.
    package func keep() throws(FileError) -> Int {
        let descriptor = unsafe open(place.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.last) }
        defer { close(descriptor) }
        var status = stat()
        guard fsync(descriptor) == 0, unsafe fstat(descriptor, &status) == 0 else { throw failure(.last) }
        isKept = true
        return Int(status.st_size)
    }

    private func failure(_ error: SystemError) -> FileError {
        .output(.cannotWriteOutput, "The \(content) cannot be written to", path: place.name, error: error)
    }
}
