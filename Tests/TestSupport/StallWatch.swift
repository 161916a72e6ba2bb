import Foundation
import Synchronization

/// How long the machine kept a thread from running that wants to run all the time, so that a test of real time can say
/// whether the machine stood still: for other work, or as its host gave the processors to others.
package final class StallWatch: Sendable {
    private struct State {
        var longest = Duration.zero
        var isOver = false
    }

    private let state = Mutex(State())

    /// Starts to watch, in a thread of its own.
    package init() {
        Thread.detachNewThread { [self] in
            var last = ContinuousClock.now
            while !state.withLock({ $0.isOver }) {
                usleep(UInt32(Self.step / .microseconds(1)))
                let now = ContinuousClock.now
                let late = now - last - Self.step
                last = now
                state.withLock { $0.longest = max($0.longest, late) }
            }
        }
    }

    /// Ends the watching.
    ///
    /// - Returns: The longest that the thread was kept waiting.
    package func end() -> Duration {
        state.withLock {
            $0.isOver = true
            return $0.longest
        }
    }

    private static let step = Duration.milliseconds(5)
}
