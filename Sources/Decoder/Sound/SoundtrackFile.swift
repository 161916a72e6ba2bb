package import Files

/// The open file of a soundtrack.
///
/// The descriptor stays open while the soundtrack is used, so deleting or replacing the file
/// during a recording has no effect.
package final class SoundtrackFile: Sendable {
    /// The path, for messages.
    package let path: String
    /// Which of the file's sound tracks, from 0; `nil` for the best one.
    let track: Int?
    private let file: InputFile

    /// Opens a file.
    ///
    /// - Parameter track: Which of its sound tracks, from 0 (default: the best one).
    /// - Throws: ``FileError/Code/unreadableInput``.
    package init(path: String, track: Int? = nil) throws(FileError) {
        self.path = path
        self.track = track
        file = try InputFile(path) { failure in
            switch failure {
            case .system(let error):
                FileError(
                    .unreadableInput, "The soundtrack '\(path)' cannot be opened: \(error.text). Check the path.")
            case .notRegular:
                FileError(
                    .unreadableInput,
                    "The soundtrack '\(path)' is a folder, a pipe or a device. Pass a file, which can be read again "
                        + "for each loop.")
            }
        }
        guard file.length > 0 else { throw unreadable("is empty", cause: nil) }
    }

    /// A path that reopens the same file at its beginning, even if it was removed.
    package var reopenPath: String { file.reopenPath }

    /// Reads the file's first bytes, at most `count`.
    package func firstBytes(_ count: Int) throws(FileError) -> [UInt8] {
        try file.read(min(count, file.length)) { error in unreadable("cannot be read", cause: error) }
    }

    /// Creates an error about the file.
    package func unreadable(_ what: String, cause: (any Error)?) -> FileError {
        FileError(
            .unreadableInput,
            "The soundtrack '\(path)' \(what). Pass a file with sound: MP3, M4A, AAC, Ogg, Opus, FLAC, WAV, or a video.",
            cause: cause)
    }
}
