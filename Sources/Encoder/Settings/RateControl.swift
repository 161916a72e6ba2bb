/// What the video encoder holds constant: quality or bit rate.
public enum RateControl: Sendable, Hashable {
    /// Constant quality, for every codec on x264's rate factor scale: 0 (lossless) to 51
    /// (worst).
    case quality(Double)
    /// Average bit rate in bits per second; positive.
    case bitrate(Int)
    /// Average bit rate in bits per pixel of each frame; positive.
    case bitsPerPixel(Double)

    /// The valid rate factors.
    public static let qualityRange = 0.0...51.0
    /// The valid bit rates, in bits per second.
    public static let bitrateRange = 10_000...1_000_000_000
    /// The valid bits per pixel.
    public static let bitsPerPixelRange = 0.0001...100.0
}
