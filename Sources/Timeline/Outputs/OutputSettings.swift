public import Encoder
public import LibAV

/// What all outputs of a timeline have in common.
public struct OutputSettings: Sendable {
    /// Whether files that are there may be replaced.
    public var overwrite = false
    /// The trade of encoding time for the size of a video.
    public var preset = EncoderPreset.veryfast
    /// What a video keeps constant: the quality or the bit rate.
    public var rate = RateControl.quality(20)
    /// The most threads that each encoder works with; what suits it without.
    public var threads: Int?
    /// Bits a second of a video's sound.
    public var soundBitrate = 160_000
    /// What a video says about itself.
    public var metadata = MovieMetadata(pageAddress: "")
    /// When a video says that it was made, in seconds since 1970; now without.
    public var creationTime: Int?

    /// The defaults.
    public init() {}
}
