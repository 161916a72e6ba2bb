private import Synchronization

/// Waits until a page has nothing left to do at the current instant of its clock.
///
/// Any thread may use it, but only one at a time may wait.
final class PageRest: Sendable {
    private let shared: SharedClock
    private let patience: Duration
    private let processes = Mutex(PageProcesses())
    private let hasEndlessWorker = Atomic(false)

    /// Creates a waiter; does not check anything yet.
    ///
    /// - Parameters:
    ///   - shared: The page's clock.
    ///   - patience: How long the page may take, as ``WaitingTime`` counts.
    init(of shared: SharedClock, patience: Duration) {
        self.shared = shared
        self.patience = patience
    }

    /// The CPU time of the page's known processes.
    var work: Duration { .nanoseconds(processes.withLock { $0.knownWork }) }

    /// Whether the clock has begun to ignore an endlessly computing worker; true once for each such
    /// worker.
    func takeEndlessWorker() -> Bool { hasEndlessWorker.exchange(false, ordering: .sequentiallyConsistent) }

    /// How much CPU time a worker may use while time stands still; after that, time advances
    /// without it.
    private var endlessWork: Duration { min(.seconds(3), patience / 4) }

    /// Whether the page has had a length of time; see ``WaitingTime/exceeds(_:at:delays:)``.
    func exceeds(_ limit: Duration, _ waiting: inout WaitingTime) -> Bool {
        waiting.exceeds(limit) { processes.withLock { $0.processorDelays() } }
    }

    /// Waits until the page is idle; blocks the thread.
    ///
    /// - Returns: Whether the page became idle in time.
    func wait() -> Bool {
        let begun = SuspendingClock.now
        shared.setAwaited(true)
        defer { shared.setAwaited(false) }
        return processes.withLock { processes in
            var looks = 0
            var isLong = false
            var waiting = WaitingTime(at: begun)
            // In microseconds; grows until the main thread reports.
            var pause = 0
            while true {
                let arrivals = shared.arrivals
                // In this order: whoever ends such a wait meanwhile uses processor time.
                if !shared.isWaking && processes.areAtRest() { return true }
                looks += 1
                if looks % 64 == 0 {
                    if waiting.exceeds(patience, delays: processes.processorDelays) { return false }
                    if !isLong && begun.duration(to: SuspendingClock.now) > endlessWork / 4 {
                        isLong = true
                        processes.beginMeasuring()
                    } else if isLong && processes.leaveOutWorkers(computingFor: endlessWork) {
                        hasEndlessWorker.store(true, ordering: .sequentiallyConsistent)
                    }
                }
                pause = shared.isAway ? Self.toldPause : min(pause + Self.pauseStep, Self.longestPause)
                if shared.awaitArrival(after: arrivals, for: pause) { pause = 0 }
            }
        }
    }

    /// The pause, in microseconds, between two checks of a page whose main thread works.
    ///
    /// It is long, because the page reports when it becomes idle.
    private static let toldPause = 5000
    /// By how much each pause between checks of other threads grows, and the longest pause, in
    /// microseconds.
    private static let pauseStep = 20
    private static let longestPause = 400
}
