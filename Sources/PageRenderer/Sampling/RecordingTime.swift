public import Frames

/// A time in a recording: how long it has run, excluding pauses.
///
/// It differs from the page's time, which begins with its document and has no pauses.
public struct RecordingTime: Sendable, Hashable, Comparable {
    private let nanoseconds: Int64

    /// The recording's first instant.
    public static let zero = RecordingTime(.zero)

    /// Creates the time at which a recording has run for a length, to the nanosecond.
    public init(_ length: Duration) { nanoseconds = Int64(length.wholeNanoseconds) }

    /// Creates the presentation time of a frame, rounded down to the nanosecond.
    public init(ofFrame index: Int, at rate: FrameRate) { self.init(rate.time(ofFrame: index)) }

    /// The time since the recording's start.
    public var sinceStart: Duration { .nanoseconds(nanoseconds) }

    /// Whether a time is before another.
    public static func < (first: RecordingTime, second: RecordingTime) -> Bool {
        first.nanoseconds < second.nanoseconds
    }
}
