import Glibc

/// An open regular file, or the parts of files that it lists.
///
/// The file stays the same even if it is renamed, replaced or removed. A changed part cannot be read any more.
package final class InputFile: Sendable {
    /// Why a file cannot be opened.
    package enum Failure {
        /// It does not exist, or may not be read.
        case system(SystemError)
        /// It is a folder, a pipe or a device.
        case notRegular

        /// The reason, as the end of a sentence.
        package var reason: String {
            switch self {
            case .system(let error): error.text
            case .notRegular: "it is not a file"
            }
        }
    }

    /// Its length in bytes when it was opened.
    package let length: Int
    /// When it was last written, in nanoseconds since 1970.
    package let modified: Int64
    /// The parts that are read instead of the file; `nil` to read the file itself.
    package let parts: FileParts?
    private let descriptor: CInt

    /// Opens a file.
    ///
    /// - Parameter error: Describes why the file cannot be opened.
    package init(_ path: String, orThrow error: (Failure) -> FileError) throws(FileError) {
        // Opening a pipe would block until a writer opens it; pipes are rejected below.
        let descriptor = unsafe path.utf8.contains(0) ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw error(.system(.last)) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw error(.notRegular)
        }
        self.descriptor = descriptor
        parts = nil
        length = Int(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }

    /// Reads parts of files in place of a file that lists them.
    ///
    /// - Parameter error: Describes why the list cannot be opened again.
    package init(_ list: InputFile, joining parts: FileParts, orThrow error: (Failure) -> FileError) throws(FileError) {
        descriptor = unsafe open(list.reopenPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error(.system(.last)) }
        self.parts = parts
        (length, modified) = (parts.length, max(list.modified, parts.modified))
    }

    deinit { close(descriptor) }

    /// Reads bytes; fewer than `count` at the end of the file.
    ///
    /// - Parameters:
    ///   - offset: Where to begin, in bytes.
    ///   - error: Describes the system's error.
    package func read(
        _ count: Int, at offset: Int = 0, orThrow error: (SystemError) -> FileError
    ) throws(FileError) -> [UInt8] {
        if let parts { return try parts.read(count, at: offset, orThrow: error) }
        return try Descriptor.read(descriptor, at: offset, count: count, orThrow: error)
    }

    /// A path that reopens the same file at its beginning, even if it was removed; of parts, the list.
    package var reopenPath: String { Descriptor.path(of: descriptor) }
}

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
