package import Files
import Glibc
import LibAV

/// An open media file.
///
/// libav reads it through the descriptor, so it reads the file that was checked.
package final class MediaFile {
    private let path: String
    private let descriptor: CInt

    /// Opens a file.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``.
    package init(path: String) throws(FileError) {
        try FFmpeg.load()
        self.path = path
        // Opening a pipe would block until a writer opens it; pipes are rejected below.
        descriptor = path.utf8.contains(0) ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(SystemError.last.text) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable("it is no file")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// A path that reopens the same file (proc(5), `/proc/pid/fd`).
    package var reopenPath: String { "/proc/self/fd/\(descriptor)" }

    /// Creates an error about the file.
    package func unreadable(_ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "“\(path)” cannot be used: \(reason).", cause: cause)
    }
}
