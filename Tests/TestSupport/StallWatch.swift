import Dispatch
import Synchronization

/// Measures the longest delay of periodic work, so that a test of real time can detect a stalled
/// machine.
package final class StallWatch {
    /// What the timer records, in its own thread.
    private final class Record: Sendable {
        private let state = Mutex((last: ContinuousClock.now, longest: Duration.zero))

        var longest: Duration { state.withLock { $0.longest } }

        func look() {
            let now = ContinuousClock.now
            state.withLock { state in
                state.longest = max(state.longest, now - state.last - StallWatch.step)
                state.last = now
            }
        }
    }

    private let record = Record()
    private let timer: any DispatchSourceTimer

    /// Starts watching.
    package init() {
        let queue = DispatchQueue(label: "pagereel.stall-watch", qos: .userInteractive)
        timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.setEventHandler { [record] in record.look() }
        timer.schedule(deadline: .now() + Self.step / .seconds(1), repeating: Self.step / .seconds(1))
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Stops watching.
    ///
    /// - Returns: The longest delay of the timer.
    package func end() -> Duration {
        timer.cancel()
        return record.longest
    }

    private static let step = Duration.milliseconds(5)
}
