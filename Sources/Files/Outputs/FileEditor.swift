import Glibc

/// Reads and writes a file at arbitrary offsets; owns its descriptor.
///
/// Use from one thread at a time.
package final class FileEditor {
    /// The file's name, for messages.
    package let name: String
    private let descriptor: CInt

    /// Opens an existing file.
    ///
    /// - Parameters:
    ///   - place: The file.
    ///   - isReadOnly: Whether to open it for reading only.
    /// - Throws: ``FileError/Code/cannotWriteOutput``, or ``FileError/Code/unreadableInput``
    ///   when opening for reading only.
    package init(opening place: OutputPlace, forReading isReadOnly: Bool = false) throws(FileError) {
        name = place.name
        descriptor = unsafe open(place.path, (isReadOnly ? O_RDONLY : O_RDWR) | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = isReadOnly ? FileError.Code.unreadableInput : .cannotWriteOutput
            throw .output(code, "Cannot open", path: name, error: .last)
        }
    }

    /// Creates a file, which must not exist unless it is an unnamed file.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``, or ``FileError/Code/cannotWriteOutput``
    ///   on a full disk.
    package init(creating place: OutputPlace) throws(FileError) {
        name = place.name
        descriptor = UnnamedFile.open(place.path, O_RDWR)
        guard descriptor >= 0 else {
            throw .output(.cannotCreateOutput, "Cannot create", path: name, error: .last)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The file's length in bytes.
    package func length() throws(FileError) -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(.last) }
        return Int(status.st_size)
    }

    /// Reads bytes at an offset; fewer than `count` at the end of the file.
    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        try Descriptor.read(descriptor, at: offset, count: count, orThrow: failure)
    }

    /// Writes bytes at an offset, extending the file as needed.
    package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try Descriptor.write(bytes, to: descriptor, at: offset, orThrow: failure)
    }

    /// Truncates the file.
    package func truncate(to length: Int) throws(FileError) {
        guard ftruncate(descriptor, length) == 0 else { throw failure(.last) }
    }

    /// Flushes the file to disk; some file systems report a full disk only then.
    package func synchronize() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw failure(.last) }
    }

    private func failure(_ error: SystemError) -> FileError {
        .output(.cannotWriteOutput, "Cannot write", path: name, error: error)
    }
}

/// A temporary file for data too large for memory.
///
/// The file is unlinked at once, so it disappears with its owner, however the process ends. It
/// is in `TMPDIR` (default: /var/tmp, which is on disk, whereas /tmp may be in memory). Use
/// from one thread at a time.
package final class SpoolFile {
    private let descriptor: CInt
    private let folder: String
    /// Bytes written so far.
    package private(set) var length = 0

    /// Creates an empty file.
    ///
    /// - Throws: ``FileError/Code/cannotWriteOutput``.
    package init() throws(FileError) {
        folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/var/tmp"
        let name = "\(folder)/pagereel-\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        descriptor = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(.last) }
        unsafe unlink(name)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Appends bytes.
    ///
    /// - Throws: ``FileError/Code/cannotWriteOutput``, for example on a full disk.
    package func append(_ bytes: [UInt8]) throws(FileError) {
        try Descriptor.write(bytes, to: descriptor, at: length, orThrow: failure)
        length += bytes.count
    }

    /// Reads bytes that were written before.
    ///
    /// - Throws: ``FileError/Code/cannotWriteOutput`` if reading fails.
    package func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        precondition(offset >= 0 && count >= 0 && offset + count <= length, "the range was written before")
        return try Descriptor.read(descriptor, at: offset, count: count, orThrow: failure)
    }

    private func failure(_ error: SystemError) -> FileError {
        .output(.cannotWriteOutput, "Temporary files cannot be written to the folder", path: folder, error: error)
    }
}
