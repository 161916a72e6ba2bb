internal import Frames

/// The time of a recording: real time from its start, less its pauses.
///
/// Plain bookkeeping over instants that the caller gives, so it is tested
/// without waiting.
public struct RecordingClock: Sendable {
    /// Any instant of the clock that recordings are timed by.
    ///
    /// It stands still while the machine sleeps, and nobody can set it.
    public typealias Instant = SuspendingClock.Instant

    private enum State {
        /// Time runs; the instant is where the recording would have begun
        /// had there been no pause.
        case running(origin: Instant)
        /// Time stands still.
        case standing(at: Duration)
    }

    private var state: State

    /// Starts the time of a recording.
    public init(start: Instant) { state = .running(origin: start) }

    /// The recording's time at an instant; never before the start.
    public func time(at instant: Instant) -> Duration {
        switch state {
        case .running(let origin): max(.zero, origin.duration(to: instant))
        case .standing(let time): time
        }
    }

    /// When the recording's time will come to a length, if it runs on.
    ///
    /// - Returns: Nothing while time stands still.
    public func instant(of time: Duration) -> Instant? {
        if case .running(let origin) = state { origin.advanced(by: time) } else { nil }
    }

    /// Whether time runs.
    public var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    /// Lets time stand still from an instant on.
    public mutating func pause(at instant: Instant) { state = .standing(at: time(at: instant)) }

    /// Lets time run again from an instant on.
    public mutating func resume(at instant: Instant) {
        if case .standing(let time) = state { state = .running(origin: instant.advanced(by: .zero - time)) }
    }
}
