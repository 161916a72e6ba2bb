import Files
public import Frames

/// How frames are encoded as video.
public struct VideoSettings: Sendable {
    /// Width and height of the frames.
    ///
    /// The video's size is this rounded up to even numbers; the added column or row repeats the
    /// picture's edge.
    public var size: PixelSize
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
    /// Whether the frames and the video have an alpha channel.
    public var hasAlpha = false

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

    /// The longest distance between keyframes: two seconds of frames, rounded down.
    ///
    /// It limits how far a player has to decode when seeking.
    var keyframeInterval: Int { max(1, 2 * frameRate.numerator / frameRate.denominator) }

    /// Checks that the settings are in range and fit together.
    ///
    /// - Throws: ``FileError/Code/invalidSettings``.
    func validate() throws(FileError) {
        if let sentence = Self.mismatch(container: container, codec: codec, encoder: encoder, hasAlpha: hasAlpha) {
            throw FileError(.invalidSettings, sentence)
        }
        if let threads, !Self.threadRange.contains(threads) {
            throw FileError(
                .invalidSettings,
                "The number of threads \(threads) is out of range. Give a number from \(Self.threadRange.lowerBound) to "
                    + "\(Self.threadRange.upperBound).")
        }
        switch rate {
        case .quality(let factor):
            guard RateControl.qualityRange.contains(factor) else {
                throw FileError(
                    .invalidSettings,
                    "The quality \(factor) is out of range. Give a number from 0 (best) to 51 (worst).")
            }
        case .bitrate(let bits):
            guard RateControl.bitrateRange.contains(bits) else {
                throw FileError(
                    .invalidSettings,
                    "The video bit rate \(bits) is out of range. Give bits per second, from "
                        + "\(RateControl.bitrateRange.lowerBound) to \(RateControl.bitrateRange.upperBound).")
            }
        }
    }
}

// MARK: - Compatibility

extension VideoSettings {
    /// Explains why settings do not fit together, and what would.
    ///
    /// - Returns: A sentence; `nil` if the settings fit together.
    public static func mismatch(
        container: MovieContainer, codec: VideoCodec, encoder: VideoEncoderName?, hasAlpha: Bool
    ) -> String? {
        guard container.codecs.contains(codec) else {
            let others = MovieContainer.allCases.filter { $0.codecs.contains(codec) }.map { ".\($0.rawValue)" }
            return "A .\(container.rawValue) file cannot contain \(codec.title), only \(list(container.codecs)). "
                + "For \(codec.title), name the output \(others.joined(separator: " or "))."
        }
        if let encoder, encoder.codec != codec {
            let fitting = VideoEncoderName.allCases.filter { $0.codec == codec }.map(\.rawValue)
            return "The encoder \(encoder.rawValue) produces \(encoder.codec.title), not \(codec.title). "
                + "For \(codec.title), use \(fitting.joined(separator: ", "))."
        }
        guard hasAlpha else { return nil }
        guard container.transparentCodecs.contains(codec), encoder?.keepsTransparency != false else {
            return
                "Transparency is kept by VP9 in a .webm or .mkv file (--codec vp9, by libvpx-vp9), by ProRes in a .mov "
                + "file (--codec prores) and by FFV1 in a .mkv file (--codec ffv1), not by \(encoder?.rawValue ?? codec.title) in a "
                + ".\(container.rawValue) file."
        }
        return nil
    }

    private static func list(_ codecs: [VideoCodec]) -> String {
        codecs.map { "\($0.title) (\($0.rawValue))" }.joined(separator: ", ")
    }
}
