import Glibc

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
