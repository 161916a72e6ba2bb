import Glibc

/// A file of a served folder, open for reading.
final class ServedFile: Sendable {
    /// Its length in bytes when it was opened.
    let size: Int
    /// The file's own name, without the folders that it is in.
    let name: [UInt8]
    /// Where it is, absolute.
    let location: String
    /// Seconds since 1970 when it was last written to.
    let modified: Int
    /// What changes whenever the file does, as HTTP writes it (RFC 9110,
    /// 8.8.3).
    let tag: String
    private let descriptor: CInt

    /// Takes over a file that is open.
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

    /// Reads some bytes.
    ///
    /// - Parameters:
    ///   - bytes: Where they go; so many are read at most.
    ///   - offset: The first one's place in the file.
    /// - Returns: How many were read, less than one at the file's end and when
    ///   the disk fails.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        while true {
            let count = pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
