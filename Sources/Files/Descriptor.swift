import Glibc

/// Operations on open descriptors that the owners of files share.
enum Descriptor {
    private static let folder = "/proc/self/fd/"

    /// A path by which this process can open the same file again (proc(5), `/proc/pid/fd`).
    static func path(of descriptor: CInt) -> String { folder + "\(descriptor)" }

    /// Whether a path is that of a descriptor, and not of a file in a folder that a descriptor holds.
    static func isPath(_ path: String) -> Bool {
        path.hasPrefix(folder) && path.utf8.dropFirst(folder.utf8.count).allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Reads bytes at an offset; fewer than `count` at the end of the file.
    ///
    /// - Parameter error: Describes the system's error.
    static func read(
        _ descriptor: CInt, at offset: Int, count: Int, orThrow error: (SystemError) -> FileError
    ) throws(FileError) -> [UInt8] {
        var failed: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = unsafe pread(
                    descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled, offset + filled)
                if got < 0 && errno == EINTR { continue }
                if got < 0 { failed = .last }
                guard got > 0 else { return }
                filled += got
            }
        }
        if let failed { throw error(failed) }
        return bytes
    }

    /// Writes bytes at an offset, extending the file as needed.
    ///
    /// - Parameter error: Describes the system's error.
    static func write(
        _ bytes: [UInt8], to descriptor: CInt, at offset: Int, orThrow error: (SystemError) -> FileError
    ) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe pwrite(
                    descriptor, UnsafeRawBufferPointer(rebasing: $0[done...]).baseAddress, $0.count - done,
                    offset + done)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw error(.last) }
            done += count
        }
    }
}
