public import Frames

/// Which moment of its source a clip shows at each of its frames.
public struct Playback: Sendable, Hashable {
    /// The first moment of the source that is shown, from its beginning.
    public var start: Duration
    /// How many seconds of the source pass in one of the timeline; positive.
    public var speed: Double
    /// Whether the last moment is shown first.
    public var isReversed: Bool

    /// Describes how a source is played.
    public init(start: Duration = .zero, speed: Double = 1, isReversed: Bool = false) {
        self.start = start
        self.speed = speed
        self.isReversed = isReversed
    }

    /// The moment of the source that a frame shows.
    ///
    /// - Parameters:
    ///   - frame: From the clip's first.
    ///   - count: The clip's length in frames.
    ///   - frameRate: The timeline's.
    public func sourceTime(ofFrame frame: Int, of count: Int, at frameRate: FrameRate) -> Duration {
        let place = isReversed ? count - 1 - frame : frame
        if speed == 1 { return start + frameRate.time(ofFrame: place) }
        // Rounded down only once, as all times of frames are.
        let seconds = Double(place) * Double(frameRate.denominator) * speed / Double(frameRate.numerator)
        return start + .nanoseconds(Int((seconds * 1e9).rounded(.down)))
    }
}
