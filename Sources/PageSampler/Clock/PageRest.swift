private import Synchronization

/// Waits until a page has nothing left to do at the instant at which its clock
/// stands.
///
/// Any thread may use it; one at a time waits.
final class PageRest: Sendable {
    private let shared: SharedClock
    private let patience: Duration
    private let processes = Mutex(PageProcesses())
    private let hasEndlessWorker = Atomic(false)

    /// Prepares; nothing is looked at yet.
    ///
    /// - Parameters:
    ///   - shared: The page's clock.
    ///   - patience: How long in real time the page may take.
    init(of shared: SharedClock, patience: Duration) {
        self.shared = shared
        self.patience = patience
    }

    /// The processor time of the page's known processes.
    var work: Duration { .nanoseconds(processes.withLock { $0.knownWork }) }

    /// Whether time has begun to advance without a worker that computes; true once
    /// for each such worker.
    func takeEndlessWorker() -> Bool { hasEndlessWorker.exchange(false, ordering: .sequentiallyConsistent) }

    /// How much processor time a worker may use while time stands still, before
    /// time advances without it.
    private var endlessWork: Duration { min(.seconds(3), patience / 4) }

    /// Waits until the page is quiet; blocks the thread.
    ///
    /// - Returns: Whether it came to rest in time.
    func wait() -> Bool {
        let begun = SuspendingClock.now
        shared.setAwaited(true)
        defer { shared.setAwaited(false) }
        return processes.withLock { processes in
            var looks = 0
            var isLong = false
            // In microseconds; grows until the main thread is heard of.
            var pause = 0
            while true {
                let arrivals = shared.arrivals
                if processes.areAtRest() { return true }
                looks += 1
                if looks % 64 == 0 {
                    let length = begun.duration(to: SuspendingClock.now)
                    if length > patience { return false }
                    if !isLong && length > endlessWork / 4 {
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
    /// How much longer in microseconds each pause between two looks at any
    /// other thread's work is than the one before, and the longest.
    private static let pauseStep = 20
    private static let longestPause = 400
}
