import Glibc

/// Appends lines to a file, each completely or not at all; owns its descriptor.
///
/// Other processes may append at the same time. Use from one thread at a time.
package final class LineFile {
    /// Whether only one process may write to the file.
    package enum Sharing {
        /// Others append as well; each line waits for its turn.
        case shared
        /// The file is locked (flock(2)) for as long as this object lives.
        case exclusive
        /// The same, after other processes have closed the file.
        case exclusiveInTurn
    }

    private let descriptor: CInt
    private let sharing: Sharing

    /// Opens or creates a file.
    ///
    /// - Throws: The reason; `EWOULDBLOCK` if another process has the file for itself.
    package init(_ path: String, sharing: Sharing = .shared) throws(SystemError) {
        // O_NONBLOCK, in case it is a pipe without a reader.
        descriptor = unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
        self.sharing = sharing
        guard descriptor >= 0 else { throw .last }
        switch sharing {
        case .shared: break
        case .exclusive: guard Self.lock(descriptor, LOCK_EX | LOCK_NB) else { throw .last }
        case .exclusiveInTurn: guard Self.lock(descriptor, LOCK_EX) else { throw .last }
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // A child has a copy of the descriptor until it executes its program, which would keep the lock.
        if sharing != .shared { flock(descriptor, LOCK_UN) }
        close(descriptor)
    }

    /// The first byte of the file; `nil` for an empty file, a pipe or a device.
    package var firstByte: UInt8? { isRegular ? byte(at: 0) : nil }

    /// Whether the last line of a regular file is incomplete, because its writer was killed.
    package var endsInMidLine: Bool {
        guard isRegular, length > 0 else { return false }
        return byte(at: length - 1) != UInt8(ascii: "\n")
    }

    /// Appends a line.
    ///
    /// - Parameter line: The text, without a line feed at its end.
    /// - Throws: The reason why it was not written; `ENOSPC` on a full disk.
    package func append(_ line: String) throws(SystemError) {
        let bytes = Array((line + "\n").utf8)
        // The kernel releases the lock of a killed process.
        if sharing == .shared { _ = Self.lock(descriptor, LOCK_EX) }
        defer { if sharing == .shared { _ = Self.lock(descriptor, LOCK_UN) } }
        let before = length
        let count = unsafe write(descriptor, bytes, bytes.count)
        guard count != bytes.count else { return }
        let error = count < 0 ? SystemError.last : SystemError(number: ENOSPC)
        // A partial line would corrupt the next one.
        if count > 0 { ftruncate(descriptor, off_t(before)) }
        throw error
    }

    private static func lock(_ descriptor: CInt, _ operation: CInt) -> Bool {
        while flock(descriptor, operation) != 0 { guard errno == EINTR else { return false } }
        return true
    }

    private func byte(at offset: Int) -> UInt8? {
        var byte: UInt8 = 0
        return unsafe pread(descriptor, &byte, 1, off_t(offset)) == 1 ? byte : nil
    }

    private var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
    private var length: Int { Int(status.st_size) }

    private var status: stat {
        var status = stat()
        unsafe fstat(descriptor, &status)
        return status
    }
}
