import Glibc

/// A change in a folder, as reported by inotify(7).
package struct FolderChange {
    /// The watch descriptor.
    package let watch: CInt
    /// The name of the file; empty if the change concerns the folder itself.
    package let name: String
    private let mask: UInt32

    /// Whether the change has a flag.
    ///
    /// - Parameter kind: One of inotify's flags.
    package func has(_ kind: CInt) -> Bool { mask & UInt32(bitPattern: kind) != 0 }

    /// Parses consecutive `struct inotify_event` records.
    ///
    /// Each has a watch descriptor, a mask, a cookie, the length of the name, and the zero-padded
    /// name.
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
