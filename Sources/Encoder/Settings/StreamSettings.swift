/// How a video codec is used, beyond speed and rate control.
///
/// Not every codec and encoder has every setting; ``StreamFit`` says which go together.
public struct StreamSettings: Sendable, Hashable {
    /// The longest distance between keyframes (default: two seconds).
    public var keyframeInterval: KeyframeInterval?
    /// The codec's profile (default: the lowest that holds the pixel format; for H.264 `high`, for ProRes `4444`).
    public var profile: CodecProfile?
    /// The level that the video states and keeps (default: the lowest, which the encoder finds).
    public var level: CodecLevel?
    /// How pixels are stored (default: the profile's first format).
    public var pixelFormat: PixelFormat?
    /// What the encoder optimizes for (default: the encoder's choice).
    public var tune: EncoderTune?
    /// The highest bit rate of the video, in bits per second, within `RateControl.bitrateRange` (default: no limit).
    public var maxBitrate: Int?
    /// The decoder's buffer over which the highest bit rate is kept, in bits (default: two seconds of it).
    public var bufferSize: Int?
    /// The shape of the video's pixels (default: square).
    public var pixelAspect = PixelAspect.square

    /// The valid buffer sizes, in bits.
    public static let bufferRange = 10_000...2_000_000_000

    /// Creates default settings.
    public init() {}
}
