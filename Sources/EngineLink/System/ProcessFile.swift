private import Glibc

/// Reads files of /proc and /sys.
package enum ProcessFile {
    /// The contents of a file as text; empty if it cannot be read.
    package static func text(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }

    /// The contents of a file; empty if it cannot be read.
    static func bytes(of path: String) -> [UInt8] {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(file, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
