private import CGIO
private import Glibc

/// What identifies an output's content: its size, its modification time, and a checksum.
package struct FileStamp: Sendable, Equatable {
    /// The length in bytes.
    package let bytes: Int
    /// The modification time, in nanoseconds since 1970.
    package let modified: Int
    /// The first 128 bits of the content's SHA-256 (FIPS 180-4), as 32 hexadecimal digits.
    package let checksum: String

    package init(bytes: Int, modified: Int, checksum: String) {
        self.bytes = bytes
        self.modified = modified
        self.checksum = checksum
    }

    /// Reads a file.
    ///
    /// - Returns: `nil` if it cannot be read.
    package init?(of path: String) {
        guard let (bytes, modified) = Self.size(of: path), let checksum = Self.checksum(of: path) else { return nil }
        self.init(bytes: bytes, modified: modified, checksum: checksum)
    }

    /// Whether a file still has this stamp.
    ///
    /// - Parameter readsContent: Whether its content is read in any case; otherwise only if the
    ///   modification time differs.
    /// - Returns: `nil` if there is no such file.
    package func matches(_ path: String, readsContent: Bool) -> Bool? {
        guard let (bytes, modified) = Self.size(of: path) else { return nil }
        guard bytes == self.bytes else { return false }
        guard readsContent || modified != self.modified else { return true }
        return Self.checksum(of: path) == checksum
    }

    private static func size(of path: String) -> (bytes: Int, modified: Int)? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return (Int(status.st_size), status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec)
    }

    private static func checksum(of path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let sum = unsafe g_checksum_new(G_CHECKSUM_SHA256)
        defer { unsafe g_checksum_free(sum) }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            unsafe g_checksum_update(sum, buffer, count)
        }
        return unsafe g_checksum_get_string(sum).map { unsafe String(String(cString: $0).prefix(32)) }
    }
}

/// A hash of all that decides a row's video: its options and its values.
package struct Fingerprint: Sendable, Hashable {
    /// The first 64 bits of a SHA-256.
    package let value: UInt64

    package init(value: UInt64) { self.value = value }

    /// Hashes the words of a command and the row as the page reads it.
    package init(words: [String], data: String) {
        // Neither contains a NUL.
        let text = Array((words + [data]).joined(separator: "\0").utf8)
        let sum = unsafe g_compute_checksum_for_data(G_CHECKSUM_SHA256, text, gsize(text.count))
        defer { unsafe g_free(sum) }
        let digits = unsafe sum.map { unsafe String(String(cString: $0).prefix(16)) } ?? ""
        value = UInt64(digits, radix: 16) ?? 0
    }

    /// The value as 16 hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
