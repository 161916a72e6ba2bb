import Glibc

/// A page's recording in an unlinked file, which is freed with this object.
final class RecordedPage: Sendable {
    /// The path to open it with, any number of times (proc(5), /proc/pid/fd).
    let path: String
    private let descriptor: CInt

    /// Unlinks a finished recording and keeps it open.
    ///
    /// So nothing is left, however the process ends.
    ///
    /// - Parameter path: The recording's path.
    /// - Returns: `nil` if the file cannot be opened.
    init?(taking path: String) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        unsafe unlink(path)
        guard descriptor >= 0 else { return nil }
        self.path = "/proc/self/fd/\(descriptor)"
    }

    deinit { close(descriptor) }
}
