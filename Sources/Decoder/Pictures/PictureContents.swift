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
        guard let kind = PictureKind(front: bytes) else {
            throw Self.unreadable(path, bytes.isEmpty ? "it is empty" : "it is no \(PictureKind.list) picture")
        }
        return kind
    }

    /// Creates an error about a picture's file.
    package static func unreadable(_ path: String, _ reason: String, cause: (any Error)? = nil) -> FileError {
        FileError(.unreadableInput, "The picture '\(path)' cannot be read: \(reason).", cause: cause)
    }
}

/// The format of a picture file, determined by its first bytes rather than its name.
public enum PictureKind: String, Sendable, CaseIterable {
    /// A single picture as PNG.
    case png
    /// A PNG file with an animation.
    case apng
    /// A single picture as JPEG or WebP.
    case jpeg, webp
    /// One picture, or several as an animation.
    case gif
    /// A single picture as BMP or TIFF.
    case bmp, tiff
    /// A WebP file with an animation.
    case webpAnimation = "webp_anim"

    /// The formats as text, for messages.
    package static let list = "PNG, JPEG, WebP, GIF, BMP or TIFF"

    /// The name of libavcodec's decoder.
    package var decoderName: String {
        switch self {
        case .jpeg: "mjpeg"
        default: rawValue
        }
    }

    /// Determines the format by a file's first bytes; `nil` if unsupported.
    package init?(front bytes: [UInt8]) {
        if bytes.starts(with: Self.signatureOfPNG) {
            self = Self.hasAnimationControl(bytes) == true ? .apng : .png
        } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = Self.isAnimatedWebP(bytes) ? .webpAnimation : .webp
        } else if bytes.starts(with: Array("BM".utf8)) {
            self = .bmp
        } else if bytes.starts(with: Array("II*\0".utf8)) || bytes.starts(with: Array("MM\0*".utf8)) {
            self = .tiff
        } else {
            return nil
        }
    }

    /// The signature of PNG (PNG specification, 5.2).
    package static let signatureOfPNG: [UInt8] = [0x89] + Array("PNG\r\n\u{1a}\n".utf8)

    /// Whether the bytes suffice to determine the format.
    package static func isDecided(front bytes: [UInt8]) -> Bool {
        !bytes.starts(with: signatureOfPNG) || hasAnimationControl(bytes) != nil
    }

    /// Whether a PNG has an `acTL` chunk before its first `IDAT`.
    ///
    /// See PNG specification, third edition, 11.3.6.1.
    ///
    /// - Returns: `nil` if the bytes contain neither.
    private static func hasAnimationControl(_ bytes: [UInt8]) -> Bool? {
        firstChunk(["acTL", "IDAT"], ofPNG: bytes).map { $0.name == "acTL" }
    }

    /// Finds a PNG's first chunk that has one of some names (PNG specification, 5.3).
    ///
    /// - Returns: The name and the place of the data, of which the bytes may lack the end; `nil`
    ///   if the bytes contain no such chunk.
    static func firstChunk(_ names: [String], ofPNG bytes: [UInt8]) -> (name: String, data: Range<Int>)? {
        var start = signatureOfPNG.count
        while start + 8 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
            if names.contains(name) { return (name, start + 8..<start + 8 + length) }
            // Length, name and checksum are four bytes each.
            start += 12 + length
        }
        return nil
    }

    /// Finds a WebP file's first chunk of a name (RFC 9649, 2.3).
    ///
    /// - Returns: The data; `nil` if the bytes do not contain all of it.
    static func chunk(_ name: String, ofWebP bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var start = 12
        while start + 8 <= bytes.count {
            let length = bytes[start + 4..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            if bytes[start..<start + 4].elementsEqual(Array(name.utf8)) {
                return start + 8 + length <= bytes.count ? bytes[start + 8..<start + 8 + length] : nil
            }
            // Chunks are padded to an even length.
            start += 8 + length + length % 2
        }
        return nil
    }

    /// Whether a WebP file is animated (RFC 9649, 2.7: the flags are the first byte of the
    /// chunk `VP8X`).
    private static func isAnimatedWebP(_ bytes: [UInt8]) -> Bool {
        bytes.count > 20 && bytes[12..<16].elementsEqual(Array("VP8X".utf8)) && bytes[20] & 0x02 != 0
    }
}
