package import Files
import Frames

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
        let file = try InputFile(path) { Self.unreadable(path, $0.reason) }
        guard file.length <= Self.mostBytes else { throw Self.unreadable(path, "it is longer than 1 GB") }
        bytes = try file.read(min(file.length, limit)) { Self.unreadable(path, $0.text) }
        isWhole = bytes.count == file.length
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
    /// - Throws: ``FileError/Code/unreadableInput`` if the file is not a picture.
    package func kind() throws(FileError) -> PictureKind {
        if let kind = PictureKind(front: bytes) ?? PictureKind(name: path, front: bytes) { return kind }
        if bytes.isEmpty { throw Self.unreadable(path, "it is empty") }
        if let other = UnsupportedPicture(front: bytes) { throw Self.unreadable(path, other.reason) }
        throw Self.unreadable(path, "it is no \(PictureKind.list) picture")
    }

    /// Creates an error about a picture's file.
    package static func unreadable(_ path: String, _ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "The picture '\(path)' cannot be read: \(reason).", cause: cause)
    }
}
