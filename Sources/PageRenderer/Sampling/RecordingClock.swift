package import EngineLink
package import Frames

/// The time of a recording: the page's time since its start, minus its pauses.
///
/// It only computes with instants that the caller passes, so tests need not wait.
package struct RecordingClock: Sendable {
    private enum State {
        /// Time runs; the instant is when the recording would have begun without pauses.
        case running(origin: PageInstant)
        /// Time stands still.
        case standing(at: RecordingTime)
    }

    private var state: State

    /// Starts the time of a recording.
    package init(start: PageInstant) { state = .running(origin: start) }

    /// The recording's time at an instant; never before the start.
    package func time(at instant: PageInstant) -> RecordingTime {
        switch state {
        case .running(let origin): max(.zero, RecordingTime(origin.duration(to: instant)))
        case .standing(let time): time
        }
    }

    /// Returns the instant at which the recording will reach a time, if it keeps running.
    ///
    /// - Returns: `nil` while time stands still.
    package func instant(of time: RecordingTime) -> PageInstant? {
        if case .running(let origin) = state { origin.advanced(by: time.sinceStart) } else { nil }
    }

    /// Whether time is running.
    package var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    /// Stops time at an instant.
    package mutating func pause(at instant: PageInstant) { state = .standing(at: time(at: instant)) }

    /// Continues time at an instant.
    package mutating func resume(at instant: PageInstant) {
        if case .standing(let time) = state { state = .running(origin: instant.advanced(by: .zero - time.sinceStart)) }
    }
}

/// A time in a recording: how long it has run, excluding pauses.
///
/// It differs from the page's time, which begins with its document and has no pauses.
package struct RecordingTime: Sendable, Hashable, Comparable {
    private let nanoseconds: Int64

    /// The recording's first instant.
    package static let zero = RecordingTime(.zero)

    /// Creates the time at which a recording has run for a length, to the nanosecond.
    package init(_ length: Duration) { nanoseconds = Int64(length.wholeNanoseconds) }

    /// Creates the presentation time of a frame, rounded down to the nanosecond.
    package init(ofFrame index: Int, at rate: FrameRate) { self.init(rate.time(ofFrame: index)) }

    /// The time since the recording's start.
    package var sinceStart: Duration { .nanoseconds(nanoseconds) }

    /// Whether a time is before another.
    package static func < (first: RecordingTime, second: RecordingTime) -> Bool {
        first.nanoseconds < second.nanoseconds
    }
}
