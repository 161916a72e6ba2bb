public import EngineLink

/// The time of a recording: the page's time from its start, less its pauses.
///
/// Plain bookkeeping over instants that the caller gives, so it is tested
/// without waiting.
public struct RecordingClock: Sendable {
    private enum State {
        /// Time runs; the instant is where the recording would have begun
        /// had there been no pause.
        case running(origin: PageInstant)
        /// Time stands still.
        case standing(at: RecordingTime)
    }

    private var state: State

    /// Starts the time of a recording.
    public init(start: PageInstant) { state = .running(origin: start) }

    /// The recording's time at an instant; never before the start.
    public func time(at instant: PageInstant) -> RecordingTime {
        switch state {
        case .running(let origin): max(.zero, RecordingTime(origin.duration(to: instant)))
        case .standing(let time): time
        }
    }

    /// When the recording will come to a time, if it runs on.
    ///
    /// - Returns: Nothing while time stands still.
    public func instant(of time: RecordingTime) -> PageInstant? {
        if case .running(let origin) = state { origin.advanced(by: time.sinceStart) } else { nil }
    }

    /// Whether time runs.
    public var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    /// Lets time stand still from an instant on.
    public mutating func pause(at instant: PageInstant) { state = .standing(at: time(at: instant)) }

    /// Lets time run again from an instant on.
    public mutating func resume(at instant: PageInstant) {
        if case .standing(let time) = state { state = .running(origin: instant.advanced(by: .zero - time.sinceStart)) }
    }
}
