import Glibc

/// A change in a watched folder, as reported by inotify(7).
package struct FolderChange: Sendable {
    /// The watch descriptor; -1 after a queue overflow.
    let watch: CInt
    /// The name of the file; empty if the change concerns the folder itself.
    package let name: String
    private let mask: UInt32

    /// The events to watch for.
    static let mask = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_ONLYDIR)

    /// Whether a file with its whole content has appeared: it was moved in, or its writer closed it.
    package var isFinished: Bool { has(IN_MOVED_TO) || has(IN_CLOSE_WRITE) }

    /// Whether the watched folder itself was removed, moved or unmounted.
    package var isGone: Bool { has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) }

    /// Whether the kernel's queue overflowed, so that changes were lost.
    package var isOverflow: Bool { has(IN_Q_OVERFLOW) }

    /// Whether the change concerns a subfolder.
    var isFolder: Bool { has(IN_ISDIR) }

    /// Whether the kernel no longer watches the folder.
    var endsWatch: Bool { has(IN_IGNORED) }

    private func has(_ kind: CInt) -> Bool { mask & UInt32(bitPattern: kind) != 0 }

    /// Parses consecutive `struct inotify_event` records.
    ///
    /// Each has a watch descriptor, a mask, a cookie, the length of the name, and the zero-padded
    /// name.
    static func changes(in bytes: ArraySlice<UInt8>) -> [FolderChange] {
        unsafe bytes.withUnsafeBytes { bytes in
            var changes: [FolderChange] = []
            var offset = 0
            while offset + headerSize <= bytes.count {
                let watch = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: CInt.self)
                let mask = unsafe bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                let length = unsafe Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                let start = offset + headerSize
                let end = min(start + length, bytes.count)
                let name = unsafe bytes[start..<end].prefix { $0 != 0 }
                unsafe changes.append(
                    FolderChange(watch: watch, name: String(decoding: name, as: UTF8.self), mask: mask))
                offset = end
            }
            return changes
        }
    }

    private static let headerSize = MemoryLayout<inotify_event>.size
}
