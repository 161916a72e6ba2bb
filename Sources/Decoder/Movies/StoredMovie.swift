import CLibAV
package import Files
import Glibc
package import LibAV

/// The open file of a movie that somebody else finished, which may be anything.
///
/// Only the kinds of files that are written here are read: a playlist under a
/// movie's name must not have other files opened.
package final class StoredMovie {
    /// The name that it was opened by, for messages.
    package let path: String
    /// Its length in bytes.
    package let bytes: Int
    /// When it was last written, in nanoseconds since 1970.
    package let modified: Int64
    /// What libavformat reads it with.
    package let input: InputFormat
    private let descriptor: CInt

    /// libavformat's names of the kinds of files that are written here.
    package static let written = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm"
    /// Those and others whose pictures can be played, none of which names
    /// other files.
    package static let playable = written + ",avi,mpegts,mpeg,ogg,flv,gif,apng"

    /// Opens a movie and reads its front.
    ///
    /// - Parameters:
    ///   - demuxers: The kinds of files that are read.
    ///   - examinesStreams: Whether packets are read to find out what the
    ///     file's front does not say.
    /// - Throws: ``FileError/Code/unreadableInput``.
    package init(path: String, demuxers: String = written, examinesStreams: Bool = false) throws(FileError) {
        self.path = path
        try FFmpeg.load()
        // A pipe would block until somebody writes; it is refused below.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable(path, SystemError.last.text) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Self.unreadable(path, "it is no file")
        }
        do throws(LibAVError) {
            // Through the descriptor, so that what was looked at is what is
            // read (proc(5), /proc/pid/fd).
            input = try InputFormat.open(
                path: "/proc/self/fd/\(descriptor)", demuxers: demuxers, examinesStreams: examinesStreams)
        } catch {
            close(descriptor)
            let kinds =
                demuxers == Self.written
                ? "MP4, QuickTime, Matroska or WebM file"
                : "MP4, QuickTime, Matroska, WebM, AVI, MPEG, Ogg or FLV file and no animated GIF or PNG"
            throw Self.unreadable(path, "it is no whole \(kinds)", cause: error)
        }
        self.descriptor = descriptor
        bytes = Int(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }

    deinit { close(descriptor) }

    /// Describes what is wrong with the file.
    package func unreadable(_ reason: String, cause: (any Error)? = nil) -> FileError {
        Self.unreadable(path, reason, cause: cause)
    }

    private static func unreadable(_ path: String, _ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "“\(path)” cannot be read as a video: \(reason).", cause: cause)
    }
}
