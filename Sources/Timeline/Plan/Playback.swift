public import Frames

/// The mapping from a clip's frames to moments of its source.
public struct Playback: Sendable, Hashable {
    /// The in point: the first moment of the source that is shown.
    public var start: Duration
    /// Seconds of the source per second of the timeline; 0 holds the picture at the in point.
    public var speed: Double
    /// Whether the source is played backward.
    public var isReversed: Bool

    /// Describes how a source is played.
    public init(start: Duration = .zero, speed: Double = 1, isReversed: Bool = false) {
        self.start = start
        self.speed = speed
        self.isReversed = isReversed
    }

    /// Whether one picture is held.
    public var isHeld: Bool { speed == 0 }

    /// The moment of the source that a frame shows.
    ///
    /// - Parameters:
    ///   - frame: The frame, counted from the clip's first.
    ///   - count: The clip's length in frames.
    ///   - frameRate: The timeline's frame rate.
    public func sourceTime(ofFrame frame: Int, of count: Int, at frameRate: FrameRate) -> Duration {
        let place = isReversed ? count - 1 - frame : frame
        if speed == 1 { return start + frameRate.time(ofFrame: place) }
        // Round down once, as for all frame times.
        let seconds = Double(place) * Double(frameRate.denominator) * speed / Double(frameRate.numerator)
        return start + .nanoseconds(Int((seconds * 1e9).rounded(.down)))
    }
}
