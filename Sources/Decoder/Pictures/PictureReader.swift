import CLibAV
public import Files
public import Frames
import LibAV

/// Reads the pictures of a file, one at a time.
///
/// Supports PNG, JPEG, WebP, BMP, TIFF, HEIC, AVIF, JPEG XL, SVG, PPM, TGA, ICO, JPEG 2000 and QOI, and the frames of GIF,
/// APNG and animated WebP. Applies the orientation, converts to 8 bits per channel, and from an embedded color profile
/// to sRGB.
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
    /// - Parameters:
    ///   - path: The file.
    ///   - scale: Returns the size at which to draw a vector graphic, given its own (default: its own).
    /// - Throws: ``FileError/Code/unreadableInput`` if the file does not exist, is not a picture, or is damaged or too
    ///   large; ``FileError/Code/missingComponent`` if the format's library is not installed.
    public init(_ path: String, scale: (PixelSize) -> PixelSize = { $0 }) throws(FileError) {
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
            let contents = try front.whole()
            let pixels: PixelBuffer
            if kind == .svg {
                let picture = try SVGPicture(contents)
                pixels = try picture.pixels(scale(picture.size))
            } else {
                pixels = try StillDecoder.decode(contents, kind)
            }
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
        default: nil
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

/// Decodes the frames of a GIF or APNG, one at a time.
///
/// Use from one thread at a time.
final class PictureAnimation: AnimatedPicture {
    private let path: String
    private let file: InputFile
    private let input: InputFormat
    private let decoder: CodecContext
    private let packet: Packet
    private let frame: MediaFrame
    private let timeBase: AVRational
    private let profile: ColorProfile?

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - front: The file, or its beginning.
    ///   - kind: Its format.
    /// - Throws: ``FileError/Code/unreadableInput``.
    init(_ front: PictureContents, _ kind: PictureKind) throws(FileError) {
        let path = front.path
        self.path = path
        profile = kind == .apng ? try front.colorProfileOfAPNG() : nil
        file = try InputFile(path) { PictureContents.unreadable(path, $0.reason) }
        var structure = AnimationStructure(of: file, path)
        guard try structure.isWhole(kind) else {
            throw PictureContents.unreadable(path, "it is cut off; use an intact copy")
        }
        do throws(LibAVError) {
            input = try InputFormat(file, as: kind == .apng ? .apng : .gif, examinesStreams: false)
            guard let stream = unsafe input.raw.pointee.nb_streams > 0 ? input.raw.pointee.streams[0] : nil,
                let decoder = try unsafe CodecContext.decoder(for: stream)
            else { throw LibAVError(code: recorder_averror_invalid_data(), function: "avformat_open_input") }
            decoder.configureForPictures(kind)
            self.decoder = decoder
            timeBase = unsafe stream.pointee.time_base
            packet = try Packet()
            frame = try MediaFrame()
        } catch {
            throw PictureContents.unreadable(path, "it is damaged", cause: error)
        }
    }

    func next() throws(FileError) -> PictureFrame? {
        packet.clear()
        guard input.read(into: packet) else { return nil }
        do throws(LibAVError) {
            guard try decoder.decode(packet), case .output = try decoder.receiveTolerantly(into: frame) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
            }
            // Animations are shown as stored. In FFmpeg 9.0, an APNG's Exif orientation is reported by its first frame,
            // and not by the others.
            let pixels = try frame.uprightPixels(Orientation(), profile: profile)
            return PictureFrame(pixels: pixels, duration: packetDuration)
        } catch {
            throw PictureContents.unreadable(
                path, "one of its frames is damaged, or larger than \(PictureReader.mostPixels >> 20) megapixels",
                cause: error)
        }
    }

    func length() -> Duration? {
        var (length, count) = (Duration.zero, 0)
        while input.read(into: packet) {
            length += packetDuration
            count += 1
            packet.clear()
        }
        return count > 1 ? length : nil
    }

    /// The duration of the packet's frame; a tenth of a second if it states none.
    private var packetDuration: Duration {
        let duration = unsafe InputFormat.duration(packet.raw.pointee.duration, in: timeBase)
        return duration > .zero ? duration : .milliseconds(100)
    }
}
