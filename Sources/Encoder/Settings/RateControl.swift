/// What the video encoder keeps constant: the quality or the bit rate.
public enum RateControl: Sendable, Hashable {
    /// Constant quality on the scale of x264's rate factor, from 0 (lossless)
    /// to 51 (worst), whatever the codec.
    case quality(Double)
    /// An average number of bits a second; positive.
    case bitrate(Int)

    /// The rate factors accepted.
    public static let qualityRange = 0.0...51.0
    /// The bit rates accepted, in bits a second.
    public static let bitrateRange = 10_000...1_000_000_000
}
