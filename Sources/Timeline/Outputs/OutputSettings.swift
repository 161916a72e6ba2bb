public import Encoder
public import LibAV

/// Settings that all outputs of a timeline share.
public struct OutputSettings: Sendable {
    /// Whether existing files may be overwritten.
    public var overwrite = false
    /// The encoder's trade-off between speed and file size.
    public var preset = EncoderPreset.veryfast
    /// What the encoder keeps constant: the quality or the bit rate.
    public var rate = RateControl.quality(20)
    /// The highest number of threads for each encoder (default: the encoder's choice).
    public var threads: Int?
    /// The bit rate of a video's sound, in bits per second.
    public var soundBitrate = 160_000
    /// The metadata of videos.
    public var metadata = MovieMetadata(pageAddress: "")
    /// The creation time of videos, in seconds since 1970 (default: now).
    public var creationTime: Int?

    /// Creates the default settings.
    public init() {}
}
