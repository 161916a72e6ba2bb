import Glibc

/// An open file of a served folder.
final class ServedFile: Sendable {
    /// The size in bytes when the file was opened.
    let size: Int
    /// The file name, without its folders.
    let name: [UInt8]
    /// The absolute path.
    let location: String
    /// The modification time, in seconds since 1970.
    let modified: Int
    /// The entity tag, which changes whenever the file does (RFC 9110, section 8.8.3).
    let tag: String
    private let descriptor: CInt

    /// Takes ownership of an open file descriptor.
    init(owning descriptor: CInt, status: stat, name: [UInt8], location: [UInt8]) {
        self.descriptor = descriptor
        self.name = name
        self.location = String(decoding: location, as: UTF8.self)
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec
        let parts = [UInt64(status.st_ino), UInt64(status.st_size), UInt64(bitPattern: Int64(modified))]
        tag = "\"" + parts.map { String($0, radix: 36) }.joined(separator: "-") + "-\(status.st_mtim.tv_nsec)\""
    }

    deinit { close(descriptor) }

    /// Reads bytes.
    ///
    /// - Parameters:
    ///   - bytes: The destination; its size is the highest number of bytes to read.
    ///   - offset: The offset in the file.
    /// - Returns: The number of bytes read; zero or negative at the end of the file and after a
    ///   disk error.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        while true {
            let count = unsafe pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
