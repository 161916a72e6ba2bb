public import Files
public import Frames
import LibAV

/// Reads the pictures of a file, one at a time.
///
/// Supports PNG, JPEG, WebP, BMP, TIFF, and the frames of GIF, APNG and animated WebP. Applies the
/// Exif orientation, converts to 8 bits per channel, and from an embedded color profile to sRGB.
/// Memory holds a still's file and one picture, however many frames there are. Use from one
/// thread at a time.
public final class PictureReader {
    /// The maximum number of pixels of a picture.
    public static let mostPixels = 1 << 27

    /// The file's path.
    public let path: String
    /// The file's format.
    public let kind: PictureKind
    /// Width and height of all pictures, after rotation.
    public let size: PixelSize

    private let animation: (any AnimatedPicture)?
    private var first: PictureFrame?

    /// Opens a file and decodes its first picture.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file does not exist, is not a
    ///   picture, or is damaged or too large.
    public init(_ path: String) throws(FileError) {
        try FFmpeg.load()
        self.path = path
        let front = try PictureContents.front(of: path)
        kind = try front.kind()
        animation = try Self.animation(front, kind)
        if let animation {
            guard let frame = try animation.next() else { throw PictureContents.unreadable(path, "it has no frame") }
            first = frame
            size = frame.pixels.size
        } else {
            let pixels = try StillDecoder.decode(try front.whole(), kind)
            first = PictureFrame(pixels: pixels, duration: nil)
            size = pixels.size
        }
    }

    /// Decodes the next picture; `nil` after the last one.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the picture is damaged.
    public func next() throws(FileError) -> PictureFrame? {
        if let first {
            self.first = nil
            return first
        }
        return try animation?.next()
    }

    /// Returns the duration of an animation, without decoding it.
    ///
    /// - Returns: `nil` for a still, including an animation with a single frame.
    /// - Throws: ``FileError/Code/unreadableInput`` if the file does not exist or is not a
    ///   picture; damage further in is not detected.
    public static func animationLength(of path: String) throws(FileError) -> Duration? {
        try FFmpeg.load()
        let front = try PictureContents.front(of: path)
        let kind = try front.kind()
        return try animation(front, kind)?.length()
    }

    /// Opens an animation; `nil` for a still of another format.
    private static func animation(
        _ front: PictureContents, _ kind: PictureKind
    ) throws(FileError) -> (any AnimatedPicture)? {
        switch kind {
        case .gif, .apng: try PictureAnimation(front, kind)
        case .webpAnimation: try WebPAnimation(try front.whole())
        case .png, .jpeg, .webp, .bmp, .tiff: nil
        }
    }
}

/// A picture of a file.
public struct PictureFrame: Sendable {
    /// The upright pixels, with premultiplied alpha.
    public let pixels: PixelBuffer
    /// How long the picture is shown; `nil` for a still, positive in an animation.
    public let duration: Duration?
}

/// The frames of an animated picture, one after another.
///
/// Use from one thread at a time.
protocol AnimatedPicture: AnyObject {
    /// Decodes the next frame; `nil` after the last one.
    func next() throws(FileError) -> PictureFrame?

    /// Returns the duration of all frames; `nil` if there is only one.
    ///
    /// No frame can be decoded afterwards.
    func length() -> Duration?
}
