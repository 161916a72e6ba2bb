package import Files
import Frames
import Glibc
import LibAV
import SwiftOverlayShims

/// The encoded contents of a picture file.
package struct PictureContents {
    /// The path, for messages.
    package let path: String
    /// The file's bytes, or the first of them.
    package let bytes: [UInt8]
    /// Whether ``bytes`` is the whole file.
    package let isWhole: Bool

    /// The largest supported file, in bytes.
    package static let mostBytes = 1 << 30

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The maximum number of bytes to read (default: all).
    /// - Throws: ``FileError/Code/unreadableInput`` if the file does not exist, is not a
    ///   regular file or is too large.
    package init(path: String, limit: Int = .max) throws(FileError) {
        self.path = path
        // Opening a pipe would block until a writer opens it.
        let descriptor = path.utf8.contains(0) ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable(path, SystemError.last.text) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(path, SystemError.last.text) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Self.unreadable(path, "it is no file") }
        guard status.st_size <= Self.mostBytes else { throw Self.unreadable(path, "it is longer than 1 GB") }
        var failure: SystemError?
        bytes = [UInt8](unsafeUninitializedCapacity: min(Int(status.st_size), limit)) { buffer, count in
            while count < buffer.count {
                let read = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if read < 0 && errno == EINTR { continue }
                if read < 0 { failure = .last }
                guard read > 0 else { return }
                count += read
            }
        }
        if let failure { throw Self.unreadable(path, failure.text) }
        isWhole = bytes.count == Int(status.st_size)
    }

    /// Reads enough of a file to determine its format.
    ///
    /// - Throws: The errors of ``init(path:limit:)``.
    package static func front(of path: String) throws(FileError) -> PictureContents {
        let front = try PictureContents(path: path, limit: 1 << 16)
        // A large color profile may precede the chunk that marks a PNG as animated.
        let isDecided = front.isWhole || PictureKind.isDecided(front: front.bytes)
        return isDecided ? front : try PictureContents(path: path)
    }

    /// Returns the whole file, reading it again if necessary.
    ///
    /// - Throws: The errors of ``init(path:limit:)``.
    package func whole() throws(FileError) -> PictureContents { isWhole ? self : try PictureContents(path: path) }

    /// Determines the picture's format.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file is not a picture, or of an
    ///   unsupported kind.
    package func kind() throws(FileError) -> PictureKind {
        guard let kind = PictureKind(front: bytes) else {
            throw Self.unreadable(path, bytes.isEmpty ? "it is empty" : "it is no \(PictureKind.list) picture")
        }
        // libavcodec skips its frames as unknown chunks (libavcodec 59, webp.c).
        guard kind != .webp || !PictureKind.isAnimatedWebP(bytes) else {
            throw Self.unreadable(
                path, "it is an animated WebP, which libavcodec has no decoder for; make a GIF or an APNG of it")
        }
        return kind
    }

    /// Creates an error about a picture's file.
    package static func unreadable(_ path: String, _ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "The picture “\(path)” cannot be read: \(reason).", cause: cause)
    }
}
