package import Files
import Glibc
import LibAV

/// An open file of pictures or sound.
///
/// libav reads it through the descriptor, so that what was looked at is what
/// is read.
package final class MediaFile {
    private let path: String
    private let descriptor: CInt

    /// Opens a file.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``.
    package init(path: String) throws(FileError) {
        try FFmpeg.load()
        self.path = path
        // A pipe would block until somebody writes; it is refused below.
        descriptor = path.utf8.contains(0) ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(SystemError.last.text) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable("it is no file")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// A path that opens the same file anew (proc(5), `/proc/pid/fd`).
    package var reopenPath: String { "/proc/self/fd/\(descriptor)" }

    /// Describes what is wrong with the file.
    package func unreadable(_ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "“\(path)” cannot be used: \(reason).", cause: cause)
    }
}
