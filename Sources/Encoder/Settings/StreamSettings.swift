import Frames

/// How a video codec is used, beyond speed and rate control.
///
/// Not every codec and encoder has every setting; ``VideoSettings/mismatch`` says which go together.
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

/// The longest distance between two keyframes.
public enum KeyframeInterval: Sendable, Hashable, CustomStringConvertible {
    /// A number of frames, within ``frameRange``.
    case frames(Int)
    /// A time, rounded down to frames, but at least one frame.
    case time(Duration)

    /// The valid numbers of frames.
    public static let frameRange = 1...100_000
    /// How an interval is written, for messages.
    public static let form = "a number of frames from 1 to 100000, like 60, or a time, like 2s"

    /// The interval without a setting: it limits how far a player has to decode when seeking.
    static let standard = KeyframeInterval.time(.seconds(2))

    /// Parses `60` or `2s`; returns `nil` for anything else.
    public init?(_ text: String) {
        if let frames = Int(text) {
            guard Self.frameRange.contains(frames) else { return nil }
            self = .frames(frames)
        } else {
            // A duration without a unit would be a number of seconds.
            guard Double(text) == nil, let time = Duration(text: text), time > .zero, time <= .seconds(3600) else {
                return nil
            }
            self = .time(time)
        }
    }

    /// The interval as users write it.
    public var description: String {
        switch self {
        case .frames(let count): "\(count)"
        case .time(let time): time.exactText
        }
    }

    /// Returns the interval in frames, at least one.
    func frames(at rate: FrameRate) -> Int {
        switch self {
        case .frames(let count): count
        case .time(let time): max(1, rate.frame(at: time))
        }
    }
}

/// The shape of a video's pixels: the ratio of their width to their height.
///
/// Players stretch the picture by it (ITU-T H.264, E.2.1: sample aspect ratio).
public struct PixelAspect: Sendable, Hashable, CustomStringConvertible {
    /// The width's part of the ratio, from 1 to 1000.
    public let width: Int
    /// The height's part of the ratio, from 1 to 1000.
    public let height: Int

    /// Square pixels.
    public static let square = PixelAspect(1, 1)
    /// How a ratio is written, for messages.
    public static let form = "a ratio like 4:3, each side from 1 to 1000"

    private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    /// Parses `4:3`; returns `nil` unless both sides are from 1 to 1000.
    public init?(_ text: String) {
        let sides = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (1...1000).contains(width),
            (1...1000).contains(height)
        else { return nil }
        self.init(width, height)
    }

    /// The ratio as users write it: `4:3`.
    public var description: String { "\(width):\(height)" }
}
