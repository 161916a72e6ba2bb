import Frames

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
