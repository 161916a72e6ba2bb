public import Decoder
import Files
public import Frames
public import LibAV

/// How frames are encoded as video.
public struct VideoSettings: Sendable {
    /// Width and height of the frames.
    ///
    /// Without ``scaledSize``, the video's size is this rounded up to even numbers; the added column
    /// or row repeats the picture's edge.
    public var size: PixelSize
    /// The size to which the frames are scaled, then rounded up in the same way (default: ``size``).
    public var scaledSize: PixelSize?
    /// The constant frame rate of the video.
    public var frameRate: FrameRate
    /// The trade-off between encoding time and file size.
    public var preset: EncoderPreset
    /// What is held constant: quality or bit rate.
    public var rate: RateControl
    /// The container format.
    public var container = MovieContainer.mp4
    /// The video codec; the container must support it.
    public var codec = VideoCodec.h264
    /// The encoder to use if this machine has it; it must encode ``codec``.
    public var encoder: VideoEncoderName?
    /// The maximum number of encoder threads (default: chosen by the encoder and the machine).
    ///
    /// The same number produces the same file.
    public var threads: Int?
    /// How the codec is used, beyond speed and rate control.
    public var stream = StreamSettings()
    /// Whether the frames and the video have an alpha channel.
    public var hasAlpha = false
    /// How often an animated picture plays, within ``loopRange`` (default: forever).
    public var loops: Int?

    /// The valid numbers of loops: those that GIF, WebP and APNG can all state.
    public static let loopRange = 1...65_535
    /// Whether the pictures are HDR and stay so; ``hdr`` then says how.
    package var keepsHDR = false
    /// How HDR pictures are stored; they are appended as they were decoded.
    private(set) var hdr: HDRFormat?

    /// The valid numbers of threads.
    public static let threadRange = 1...64

    /// Creates settings for an opaque H.264 video in an MP4 file.
    public init(
        size: PixelSize, frameRate: FrameRate, preset: EncoderPreset = .veryfast, rate: RateControl = .quality(20)
    ) {
        self.size = size
        self.frameRate = frameRate
        self.preset = preset
        self.rate = rate
    }

    /// The sizes of videos.
    public static let sideRange = 2...16_384

    /// The size of the encoded pictures: even in videos, because 4:2:0 video needs it.
    public var pictureSize: PixelSize {
        let size = scaledSize ?? size
        return container.isAnimation ? size : size.roundedUpToEven
    }

    /// The longest distance between keyframes, in frames.
    var keyframeInterval: Int { (stream.keyframeInterval ?? .standard).frames(at: frameRate) }

    /// The average bit rate, in bits per second; `nil` with constant quality.
    var bitrate: Int? {
        switch rate {
        case .quality: return nil
        case .bitrate(let bits): return bits
        case .bitsPerPixel(let bits):
            let size = pictureSize
            return Int((bits * Double(size.width * size.height) * frameRate.framesPerSecond).rounded())
        }
    }

    /// Says how the HDR pictures are stored.
    ///
    /// - Returns: What decoded pictures have to be like.
    package mutating func keepHDR(_ format: HDRFormat, size: PixelSize) -> HDRTarget {
        (hdr, self.size) = (format, size)
        return HDRTarget(size: size, pixelFormat: pixelFormat.libav, colors: format.colors)
    }

    /// How the pixels are stored.
    public var pixelFormat: PixelFormat { encoders.first.map { format(of: $0) } ?? .yuv420p }
}

// MARK: - Checks

extension VideoSettings {
    /// Checks that the settings are in range and fit together.
    ///
    /// - Throws: ``FileError/Code/invalidSettings``.
    func validate() throws(FileError) {
        if let mistake = outOfRange ?? mismatch ?? levelMismatch { throw FileError(.invalidSettings, mistake) }
    }

    /// Says which setting is out of range; `nil` if none is.
    private var outOfRange: String? {
        if let threads, !Self.threadRange.contains(threads) {
            return
                "The number of threads \(threads) is out of range. Give a number from \(Self.threadRange.lowerBound) "
                + "to \(Self.threadRange.upperBound)."
        }
        if let scaledSize, ![scaledSize.width, scaledSize.height].allSatisfy(Self.sideRange.contains) {
            return "The video's size \(scaledSize) is out of range. Each side has from \(Self.sideRange.lowerBound) to "
                + "\(Self.sideRange.upperBound) pixels."
        }
        if let loops, !Self.loopRange.contains(loops) {
            return "The number of loops \(loops) is out of range. Give a number from \(Self.loopRange.lowerBound) to "
                + "\(Self.loopRange.upperBound)."
        }
        if let buffer = stream.bufferSize, !StreamSettings.bufferRange.contains(buffer) {
            return "The buffer of \(buffer) bits is out of range. Give \(StreamSettings.bufferRange.lowerBound) to "
                + "\(StreamSettings.bufferRange.upperBound) bits."
        }
        if case .quality(let factor) = rate, !RateControl.qualityRange.contains(factor) {
            return "The quality \(factor) is out of range. Give a number from 0 (best) to 51 (worst)."
        }
        for bits in [bitrate, stream.maxBitrate].compactMap(\.self) where !RateControl.bitrateRange.contains(bits) {
            return "The video bit rate \(bits) is out of range. Give bits per second, from "
                + "\(RateControl.bitrateRange.lowerBound) to \(RateControl.bitrateRange.upperBound)."
        }
        return nil
    }
}

/// A movie's file, and how its pictures and its sound are encoded.
public struct MovieSettings: Sendable, Hashable {
    /// The path of the output file.
    ///
    /// Its extension determines the container (default: MP4 for unknown extensions).
    public var output: String
    /// Whether an existing file is replaced, once the new one is complete.
    public var overwritesOutput = false
    /// The codec of the pictures (default: the container's).
    public var codec: VideoCodec?
    /// The encoder to use if this machine has it; must match the codec.
    public var encoder: VideoEncoderName?
    /// The maximum number of encoder threads (default: the encoder's choice).
    public var threads: Int?
    /// The encoder's trade-off between speed and file size.
    public var preset = EncoderPreset.veryfast
    /// The rate control of the encoder.
    public var rate = RateControl.quality(20)
    /// How the codec is used, beyond speed and rate control.
    public var stream = StreamSettings()
    /// The size to which the frames are scaled (default: their own).
    public var videoSize: PixelSize?
    /// How often an animated picture plays, within `VideoSettings.loopRange` (default: forever).
    public var loops: Int?
    /// How the sound is encoded, whatever it consists of.
    public var sound = SoundEncoding()
    /// The soundtrack, cut or extended to the length of the video.
    public var soundtrack: SoundtrackSettings?

    /// Creates default settings.
    ///
    /// - Parameter output: The path of the output file.
    public init(output: String) { self.output = output }

    /// The container that the output's name says.
    package var container: MovieContainer { MovieContainer(fileName: output) ?? .mp4 }

    /// The settings of the video stream.
    package func video(size: PixelSize, frameRate: FrameRate, hasAlpha: Bool) -> VideoSettings {
        var video = VideoSettings(size: size, frameRate: frameRate, preset: preset, rate: rate)
        video.container = container
        video.hasAlpha = hasAlpha
        video.codec = video.container.codec(asked: codec, encoder: encoder, hasAlpha: hasAlpha)
        video.encoder = encoder
        video.threads = threads
        video.stream = stream
        video.scaledSize = videoSize
        video.loops = loops
        return video
    }

    /// Explains why the output must not overwrite one of its inputs; `nil` if it does not.
    ///
    /// - Parameter page: The path of the recorded page, if it is a file.
    package func overwrittenInput(page: String? = nil) -> String? {
        guard let file = FileIdentity(of: output) else { return nil }
        let inputs = [(page, "page"), (soundtrack?.path, "soundtrack")]
        guard let input = inputs.first(where: { $0.0.flatMap(FileIdentity.init(of:)) == file }) else { return nil }
        return "The output \(output) is the \(input.1) itself. Choose another name."
    }
}
