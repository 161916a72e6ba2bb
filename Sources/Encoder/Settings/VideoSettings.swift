public import Frames

/// How the frames become H.264 video.
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

    /// Refuses a quality or bit rate out of range.
    ///
    /// - Throws: ``EncoderError/Code/invalidSettings``.
    func validate() throws(EncoderError) {
        switch rate {
        case .quality(let factor):
            guard RateControl.qualityRange.contains(factor) else {
                throw EncoderError(
                    .invalidSettings,
                    "The quality \(factor) is out of range; give a number from 0 (best) to 51 (worst).")
            }
        case .bitrate(let bits):
            guard RateControl.bitrateRange.contains(bits) else {
                throw EncoderError(
                    .invalidSettings,
                    "The video bit rate \(bits) is out of range; give bits a second from "
                        + "\(RateControl.bitrateRange.lowerBound) to \(RateControl.bitrateRange.upperBound).")
            }
        }
    }
}
