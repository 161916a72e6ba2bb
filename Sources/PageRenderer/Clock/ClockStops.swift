internal import EngineLink
internal import Frames
private import Synchronization

/// Measures what a page's virtual clock waits for, in real time: requests while the page is idle, and the page's work.
///
/// Any thread may use it.
final class ClockStops: Sendable {
    /// A time at which the clock stood still although the page was idle.
    struct Stop {
        let reason: ClockHold.Reason
        /// When it was, on the page's clock.
        let instant: PageInstant
        let begun: SuspendingClock.Instant
        let duration: Duration
    }

    private struct State {
        var open: (reason: ClockHold.Reason, instant: PageInstant, begun: SuspendingClock.Instant)?
        var ended: [Stop] = []
        var work = Duration.zero
    }

    private let state = Mutex(State())

    /// Shorter stops are those of a page whose requests are answered at once.
    private static let shortest = Duration.milliseconds(10)

    /// Notes that the clock stands still, until ``end()``.
    func begin(_ reason: ClockHold.Reason, at instant: PageInstant) {
        state.withLock { state in
            guard state.open == nil else { return }
            state.open = (reason, instant, .now)
        }
    }

    /// Notes that the clock may move on.
    func end() {
        state.withLock { state in
            guard let open = state.open else { return }
            state.open = nil
            let duration = open.begun.duration(to: .now)
            guard duration >= Self.shortest, state.ended.count < PageActivity.most else { return }
            state.ended.append(
                Stop(reason: open.reason, instant: open.instant, begun: open.begun, duration: duration))
        }
    }

    /// Adds to the time for which the page has worked, unless the clock stands still: looking at a page that is idle takes
    /// time, too.
    func addWork(since begun: SuspendingClock.Instant) {
        let length = begun.duration(to: .now)
        state.withLock { if $0.open == nil { $0.work += length } }
    }

    /// Returns how long the page has worked since the last call.
    func takeWork() -> Duration {
        state.withLock { state in
            defer { state.work = .zero }
            return state.work
        }
    }

    /// Returns the stops that have ended since the last call.
    func takeStops() -> [Stop] {
        state.withLock { state in
            guard !state.ended.isEmpty else { return [] }
            defer { state.ended = [] }
            return state.ended
        }
    }
}
