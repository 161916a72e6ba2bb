package import Files
import Glibc
import LibAV

/// The open file of a soundtrack.
///
/// The descriptor stays open while the soundtrack is used, so deleting or replacing the file
/// during a recording has no effect.
package final class SoundtrackFile: Sendable {
    /// The path, for messages.
    package let path: String
    private let descriptor: CInt

    /// Opens a file.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``.
    package init(path: String) throws(FileError) {
        self.path = path
        // Opening a pipe would block until a writer opens it; pipes are rejected below.
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

    /// A path that reopens the same file at its beginning, even if it was deleted (proc(5),
    /// `/proc/pid/fd`).
    package var reopenPath: String { "/proc/self/fd/\(descriptor)" }

    /// Creates an error about the file.
    package func unreadable(_ what: String, cause: (any Error)?) -> FileError {
        FileError(
            .unreadableInput,
            "The soundtrack “\(path)” \(what). Give a file with sound: MP3, M4A, AAC, Ogg, Opus, FLAC, WAV, or a video.",
            cause: cause)
    }
}
