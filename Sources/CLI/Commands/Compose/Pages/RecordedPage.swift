import Glibc

/// A page's recording, which has no name any more and vanishes with this.
final class RecordedPage: Sendable {
    /// Where it can be opened, any number of times (proc(5), /proc/pid/fd).
    let path: String
    private let descriptor: CInt

    /// Takes a finished recording's name away and keeps the file.
    ///
    /// So it leaves nothing behind, however the process ends.
    ///
    /// - Parameter path: The recording.
    /// - Returns: Nothing if it is not there.
    init?(taking path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        unlink(path)
        guard descriptor >= 0 else { return nil }
        self.path = "/proc/self/fd/\(descriptor)"
    }

    deinit { close(descriptor) }
}
