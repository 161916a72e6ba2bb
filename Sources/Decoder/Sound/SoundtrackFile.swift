package import Files
import Glibc
import LibAV

/// The open file of a soundtrack.
///
/// The descriptor stays open as long as the soundtrack is used, so that a
/// file that is deleted or replaced in mid-recording still sounds.
package final class SoundtrackFile: Sendable {
    /// The name that it was opened by, for messages.
    package let path: String
    private let descriptor: CInt

    /// Opens a file.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``.
    package init(path: String) throws(FileError) {
        self.path = path
        // A pipe would block until somebody writes; it is refused below.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let error = SystemError.last
            throw FileError(
                .unreadableInput, "The soundtrack “\(path)” cannot be opened: \(error.text). Check the path.")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw unreadable("cannot be examined", cause: SystemError.last)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(
                .unreadableInput,
                "The soundtrack “\(path)” is a folder, a pipe or a device; give a file, which can be read again for "
                    + "each loop.")
        }
        guard status.st_size > 0 else { throw unreadable("is empty", cause: nil) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// A path that opens the same file anew, at its beginning, even after it
    /// was deleted (proc(5), `/proc/pid/fd`).
    package var reopenPath: String { "/proc/self/fd/\(descriptor)" }

    /// Describes what is wrong with the file.
    package func unreadable(_ what: String, cause: (any Error)?) -> FileError {
        FileError(
            .unreadableInput,
            "The soundtrack “\(path)” \(what). Give a file with sound: MP3, M4A, AAC, Ogg, Opus, FLAC, WAV, or a video.",
            cause: cause)
    }
}
