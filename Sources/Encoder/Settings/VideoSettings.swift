import Files
public import Frames
import LibAV

/// How the frames become video.
public struct VideoSettings: Sendable {
    /// Width and height of the frames.
    ///
    /// The video has this size rounded up to even numbers; what is added on
    /// the right and at the bottom repeats the picture's own edge.
    public var size: PixelSize
    /// Frames a second of the video, which is constant.
    public var frameRate: FrameRate
    /// The trade of encoding time for file size.
    public var preset: EncoderPreset
    /// What is kept constant: the quality or the bit rate.
    public var rate: RateControl
    /// The kind of file.
    public var container = MovieContainer.mp4
    /// How the pictures are compressed; the container holds it.
    public var codec = VideoCodec.h264
    /// The encoder to use if this machine has it; of the codec's.
    public var encoder: VideoEncoderName?
    /// The most threads that the encoder works with; what suits it without.
    ///
    /// The same number gives the same file.
    public var threads: Int?
    /// Whether the frames have transparency, which the video keeps.
    public var hasAlpha = false

    /// The numbers of threads accepted.
    public static let threadRange = 1...64

    /// Describes a video.
    public init(
        size: PixelSize, frameRate: FrameRate, preset: EncoderPreset = .veryfast, rate: RateControl = .quality(20)
    ) {
        self.size = size
        self.frameRate = frameRate
        self.preset = preset
        self.rate = rate
    }

    /// The most frames from one keyframe to the next: two seconds' worth,
    /// rounded down, so that a player never seeks further than that.
    var keyframeInterval: Int { max(1, 2 * frameRate.numerator / frameRate.denominator) }

    /// Refuses what is out of range or does not fit together.
    ///
    /// - Throws: ``FileError/Code/invalidSettings``.
    func validate() throws(FileError) {
        if let sentence = Self.mismatch(container: container, codec: codec, encoder: encoder, hasAlpha: hasAlpha) {
            throw FileError(.invalidSettings, sentence)
        }
        if let threads, !Self.threadRange.contains(threads) {
            throw FileError(
                .invalidSettings,
                "The number of threads \(threads) is out of range; give one from \(Self.threadRange.lowerBound) to "
                    + "\(Self.threadRange.upperBound).")
        }
        switch rate {
        case .quality(let factor):
            guard RateControl.qualityRange.contains(factor) else {
                throw FileError(
                    .invalidSettings,
                    "The quality \(factor) is out of range; give a number from 0 (best) to 51 (worst).")
            }
        case .bitrate(let bits):
            guard RateControl.bitrateRange.contains(bits) else {
                throw FileError(
                    .invalidSettings,
                    "The video bit rate \(bits) is out of range; give bits a second from "
                        + "\(RateControl.bitrateRange.lowerBound) to \(RateControl.bitrateRange.upperBound).")
            }
        }
    }
}

// MARK: - What fits together

extension VideoSettings {
    /// Says what does not fit together, and what does.
    ///
    /// - Returns: A sentence, or nothing if all is well.
    public static func mismatch(
        container: MovieContainer, codec: VideoCodec, encoder: VideoEncoderName?, hasAlpha: Bool
    ) -> String? {
        guard container.codecs.contains(codec) else {
            let others = MovieContainer.allCases.filter { $0.codecs.contains(codec) }.map { ".\($0.rawValue)" }
            return "A .\(container.rawValue) file cannot hold \(codec.title): it holds \(list(container.codecs)). "
                + "For \(codec.title), name the output \(others.joined(separator: " or "))."
        }
        if let encoder, encoder.codec != codec {
            let fitting = VideoEncoderName.allCases.filter { $0.codec == codec }.map(\.rawValue)
            return "The encoder \(encoder.rawValue) makes \(encoder.codec.title), not \(codec.title), which "
                + "\(fitting.joined(separator: ", ")) make."
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
