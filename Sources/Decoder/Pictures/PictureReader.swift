import CLibAV
public import Files
public import Frames
import LibAV

/// Reads the pictures of a file, one at a time: PNG, JPEG, WebP, BMP, TIFF, and
/// the frames of GIF and APNG.
///
/// Pictures are upright, as EXIF says, and have 8 bits a channel of sRGB; other
/// colour profiles are not looked at. Used by one thread at a time. Memory holds
/// a still's file and one picture, however many frames there are.
public final class PictureReader {
    /// The most pixels of a picture that is read.
    public static let mostPixels = 1 << 27

    /// The file.
    public let path: String
    /// What kind of picture it is.
    public let kind: PictureKind
    /// Width and height of all its pictures, upright.
    public let size: PixelSize

    private let animation: PictureAnimation?
    private var first: PictureFrame?

    /// Opens a file and decodes its first picture.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` for a file that is not
    ///   there, no picture, damaged, or too large.
    public init(_ path: String) throws(FileError) {
        try FFmpeg.load()
        self.path = path
        let front = try PictureContents.front(of: path)
        kind = try front.kind()
        animation = kind.isAnimated ? try PictureAnimation(path, kind) : nil
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

    /// Decodes the next picture; nothing after the last one.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` for a damaged one.
    public func next() throws(FileError) -> PictureFrame? {
        if let first {
            self.first = nil
            return first
        }
        return try animation?.next()
    }

    /// How long an animation lasts, without decoding it.
    ///
    /// - Returns: Nothing for a still, also one of a kind that could be
    ///   animated.
    /// - Throws: ``FileError/Code/unreadableInput`` for a file that is not
    ///   there or no picture; damage further in is not seen.
    public static func animationLength(of path: String) throws(FileError) -> Duration? {
        try FFmpeg.load()
        let kind = try PictureContents.front(of: path).kind()
        guard kind.isAnimated else { return nil }
        return try PictureAnimation(path, kind).length()
    }
}
