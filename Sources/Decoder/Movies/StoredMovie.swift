import CLibAV
package import Files
import Glibc
package import LibAV
import SwiftOverlayShims

/// An open movie file, whose contents are untrusted.
///
/// Only the formats that pagereel writes are read by default: a playlist named like a movie
/// must not open other files.
package final class StoredMovie {
    /// The path, for messages.
    package let path: String
    /// Its length in bytes.
    package let bytes: Int
    /// When it was last written, in nanoseconds since 1970.
    package let modified: Int64
    /// The demuxer.
    package let input: InputFormat
    private let descriptor: CInt

    /// The demuxers of the formats that pagereel writes.
    package static let written = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm"
    /// The demuxers of all formats that can be played; none of them reference other files.
    package static let playable = written + ",avi,mpegts,mpeg,ogg,flv,gif,apng"

    /// Opens a movie and reads its header.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - demuxers: The allowed demuxers, separated by commas.
    ///   - examinesStreams: Whether to read packets to find what the header does not state.
    /// - Throws: ``FileError/Code/unreadableInput``.
    package init(path: String, demuxers: String = written, examinesStreams: Bool = false) throws(FileError) {
        self.path = path
        try FFmpeg.load()
        // Opening a pipe would block until a writer opens it; pipes are rejected below.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable(path, SystemError.last.text) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Self.unreadable(path, "it is no file")
        }
        do throws(LibAVError) {
            // Through the descriptor, so libav reads the file that was checked (proc(5),
            // /proc/pid/fd).
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

    /// Creates an error about the file.
    package func unreadable(_ reason: String, cause: (any Error)? = nil) -> FileError {
        Self.unreadable(path, reason, cause: cause)
    }

    private static func unreadable(_ path: String, _ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "“\(path)” cannot be read as a video: \(reason).", cause: cause)
    }
}
