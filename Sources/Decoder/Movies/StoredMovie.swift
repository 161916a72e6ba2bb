import CLibAV
package import Files
package import LibAV

/// An open movie file, whose contents are untrusted.
///
/// Only the formats that pagereel writes are read by default: a playlist named like a movie
/// must not open other files.
package final class StoredMovie {
    /// The path, for messages.
    package let path: String
    /// Its length in bytes.
    package var bytes: Int { file.length }
    /// When it was last written, in nanoseconds since 1970.
    package var modified: Int64 { file.modified }
    /// The demuxer.
    package let input: InputFormat
    private let file: InputFile

    /// Opens a movie and reads its header.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isPlayed: Whether it may be any movie that can be played (default: only what pagereel writes).
    ///   - examinesStreams: Whether to read packets to find what the header does not state.
    /// - Throws: ``FileError/Code/unreadableInput``.
    package init(path: String, isPlayed: Bool = false, examinesStreams: Bool = false) throws(FileError) {
        self.path = path
        try FFmpeg.load()
        file = try InputFile(path) { Self.unreadable(path, $0.reason) }
        do throws(LibAVError) {
            // Through the descriptor, so libav reads the file that was checked.
            input = try InputFormat(
                path: file.reopenPath, as: isPlayed ? .movies : .written, examinesStreams: examinesStreams)
        } catch {
            let kinds =
                isPlayed
                ? "MP4, QuickTime, Matroska, WebM, AVI, MPEG, Ogg or FLV file, animated GIF or PNG"
                : "MP4, QuickTime, Matroska or WebM file"
            throw Self.unreadable(path, "it is not a whole \(kinds)", cause: error)
        }
    }

    /// Creates an error about the file.
    package func unreadable(_ reason: String, cause: (any Error)? = nil) -> FileError {
        Self.unreadable(path, reason, cause: cause)
    }

    private static func unreadable(_ path: String, _ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "'\(path)' cannot be read as a video: \(reason).", cause: cause)
    }
}
