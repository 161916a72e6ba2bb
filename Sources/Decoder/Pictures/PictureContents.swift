package import Files
import Frames
import Glibc
import LibAV

/// A picture's file as it is stored.
package struct PictureContents {
    /// The name that it was opened by, for messages.
    package let path: String
    /// What it holds, or the front of it.
    package let bytes: [UInt8]
    /// Whether that is all of it.
    package let isWhole: Bool

    /// The longest file that is read, in bytes.
    package static let mostBytes = 1 << 30

    /// Reads a file.
    ///
    /// - Parameter limit: How many bytes are read from its front; all without.
    /// - Throws: ``FileError/Code/unreadableInput`` for a file that is not
    ///   there, no file, or too long.
    package init(path: String, limit: Int = .max) throws(FileError) {
        self.path = path
        // A pipe would be waited for.
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

    /// Reads as much of a file as tells its kind, in nearly all cases.
    ///
    /// - Throws: As ``init(path:limit:)``.
    package static func front(of path: String) throws(FileError) -> PictureContents {
        let front = try PictureContents(path: path, limit: 1 << 16)
        // A large colour profile may stand before what says that a PNG moves.
        let isDecided = front.isWhole || PictureKind.isDecided(front: front.bytes)
        return isDecided ? front : try PictureContents(path: path)
    }

    /// All of the file.
    ///
    /// - Throws: As ``init(path:limit:)``.
    package func whole() throws(FileError) -> PictureContents { isWhole ? self : try PictureContents(path: path) }

    /// Tells what kind of picture it is.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` for what is no picture,
    ///   or one that cannot be decoded here.
    package func kind() throws(FileError) -> PictureKind {
        guard let kind = PictureKind(front: bytes) else {
            throw Self.unreadable(path, bytes.isEmpty ? "it is empty" : "it is no \(PictureKind.list) picture")
        }
        // Its frames are passed over as unknown chunks (libavcodec 59, webp.c).
        guard kind != .webp || !PictureKind.isAnimatedWebP(bytes) else {
            throw Self.unreadable(
                path, "it is an animated WebP, which libavcodec has no decoder for; make a GIF or an APNG of it")
        }
        return kind
    }

    /// Describes what is wrong with a picture's file.
    package static func unreadable(_ path: String, _ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "The picture “\(path)” cannot be read: \(reason).", cause: cause)
    }
}
