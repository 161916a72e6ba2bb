import Glibc

/// One change of a folder, as inotify(7) tells of it.
package struct FolderChange {
    /// The number that the watch was given.
    package let watch: CInt
    /// The name of the file; empty where it is the folder itself.
    package let name: String
    private let mask: UInt32

    /// Whether the change is of a kind.
    ///
    /// - Parameter kind: One of inotify's bits.
    package func has(_ kind: CInt) -> Bool { mask & UInt32(bitPattern: kind) != 0 }

    /// Reads `struct inotify_event` after `struct inotify_event`: which
    /// watch, what, a cookie, the length of the name, and the name with zeros
    /// behind it.
    package static func changes(in bytes: ArraySlice<UInt8>) -> [FolderChange] {
        bytes.withUnsafeBytes { bytes in
            var changes: [FolderChange] = []
            var offset = 0
            while offset + headerSize <= bytes.count {
                let watch = bytes.loadUnaligned(fromByteOffset: offset, as: CInt.self)
                let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                let start = offset + headerSize
                let end = min(start + length, bytes.count)
                let name = bytes[start..<end].prefix { $0 != 0 }
                changes.append(FolderChange(watch: watch, name: String(decoding: name, as: UTF8.self), mask: mask))
                offset = end
            }
            return changes
        }
    }

    private static let headerSize = MemoryLayout<inotify_event>.size
}
