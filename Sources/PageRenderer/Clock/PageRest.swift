private import CPageHost
private import CSystemCalls
internal import EngineLink
internal import Glibc
private import Synchronization

/// Waits until a page has nothing left to do at the current instant of its clock.
///
/// Any thread may use it, but only one at a time may wait.
final class PageRest: Sendable {
    private let shared: SharedClock
    private let patience: Duration
    private let processes = Mutex(PageProcesses())
    private let hasEndlessWorker = Atomic(false)
    private let hasEnded = Atomic(false)

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

    /// Ends the wait in progress, and every later one at once; any thread may call it.
    func end() {
        hasEnded.store(true, ordering: .sequentiallyConsistent)
        shared.noteArrival()
    }

    /// Waits until the page is idle; blocks the thread.
    ///
    /// - Returns: Whether the page became idle in time, and before ``end()``.
    func wait() -> Bool {
        guard !hasEnded.load(ordering: .sequentiallyConsistent) else { return false }
        let begun = SuspendingClock.now
        shared.setAwaited(true)
        MainLoop.notify { [shared] in shared.noteArrival() }
        // Each frame has about ten pauses, and the page stands still for as long as they are late.
        scheduling_set_exact_timeouts(true)
        defer {
            scheduling_set_exact_timeouts(false)
            MainLoop.notify(nil)
            shared.setAwaited(false)
        }
        return processes.withLock { processes in
            var looks = 0
            var isLong = false
            var waiting = WaitingTime(at: begun)
            // In microseconds; grows until a main thread reports.
            var pause = 0
            while true {
                let arrivals = shared.arrivals
                guard !hasEnded.load(ordering: .sequentiallyConsistent) else { return false }
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
                let isTold = shared.isAway || !MainLoop.isWaiting
                pause = isTold ? Self.toldPause : min(pause + Self.pauseStep, Self.longestPause)
                if shared.awaitArrival(after: arrivals, for: pause) { pause = 0 }
            }
        }
    }

    /// The pause, in microseconds, between two checks while the page's main thread or this process's works.
    ///
    /// It is long, because both report when they become idle.
    private static let toldPause = 5000
    /// By how much each pause between checks of other threads grows, and the longest pause, in
    /// microseconds.
    private static let pauseStep = 10
    private static let longestPause = 400
}

/// The time for which the recorder waits for a page, minus the time in which the page had no processor.
///
/// On a busy machine, a page that needs a second of processor time may take a minute, and has not hung.
struct WaitingTime {
    private let begun: SuspendingClock.Instant
    /// How long each thread had been ready to run without a processor when the wait became a long one.
    private var firstDelays: [pid_t: Duration]?

    /// Begins.
    init(at begun: SuspendingClock.Instant = .now) { self.begun = begun }

    /// Whether the page has had a length of time.
    ///
    /// The longest delay of a thread is subtracted: on the way to the page's next idle moment the other threads mostly
    /// wait for that one. At ``longest`` times the length, nothing is subtracted any more, so that every wait ends.
    ///
    /// - Parameters:
    ///   - limit: The length; always the same.
    ///   - delays: How long each thread of the page has been ready to run without a processor, in its whole life;
    ///     read in long waits only.
    mutating func exceeds(
        _ limit: Duration, at now: SuspendingClock.Instant = .now, delays: () -> [CInt: Duration]
    ) -> Bool {
        let length = begun.duration(to: now)
        guard let firstDelays else {
            if length > limit / 20 { firstDelays = delays() }
            return false
        }
        guard length > limit else { return false }
        guard length < limit * Self.longest else { return true }
        let missed = delays().map { $1 - (firstDelays[$0] ?? .zero) }.max() ?? .zero
        return length - missed > limit
    }

    /// The longest real time of a wait, in multiples of its limit.
    static let longest = 4
}

/// How long a page's main thread has been outside its event loop while the page was idle.
///
/// It may be waiting for a disk, for another program, or for the network, as in a synchronous request; most
/// respond within milliseconds, and time must not advance, and no picture be taken, before that. Or it waits
/// for a sleeping thread, such as one that plays sound; then only advancing time ends the wait. Only how long
/// it lasts tells them apart.
struct MainThreadAbsence {
    private var rested = Duration.zero
    private var last: (instant: SuspendingClock.Instant, work: Duration)?
    /// The page's time at which the thread last needed time, unless the page has worked since.
    private var need: PageInstant?
    private var limit = firstLimit

    /// How long the page must have been idle, in real time, until its main thread needs time.
    private static let firstLimit = Duration.milliseconds(200)
    /// The same for each further step of a wait that needs several: the effect of a step must show at once.
    private static let nextLimit = Duration.milliseconds(20)
    /// How much of the interval between two looks counts as idle at most: on a busy machine the page may have
    /// worked in between.
    private static let longestInterval = Duration.milliseconds(5)
    /// More CPU time than this between two looks means that the page has worked, and becomes idle anew.
    private static let leastWork = Duration.milliseconds(1)

    /// Notes that the page is idle and its main thread is away, and tells whether only advancing time can end
    /// that.
    ///
    /// - Parameters:
    ///   - time: The page's time.
    ///   - instant: The real time.
    ///   - work: The CPU time that the page has used.
    mutating func needsTime(at time: PageInstant, seenAt instant: SuspendingClock.Instant, work: Duration) -> Bool {
        defer { last = (instant, work) }
        guard let last, work - last.work <= Self.leastWork else {
            rested = .zero
            need = nil
            return false
        }
        if need == time { return true }
        rested += min(last.instant.duration(to: instant), Self.longestInterval)
        guard rested >= limit else { return false }
        rested = .zero
        need = time
        limit = Self.nextLimit
        return true
    }
}

/// The page's messages to this process, which can be held back until the page is idle.
///
/// A page on the virtual clock and its recorder take turns: while time advances, the recorder handles what
/// the page sends only once the page has nothing left to do. Otherwise the recorder's answers, such as the one
/// to a painted picture, would reach the page before or after a task of the same instant, by chance.
enum PageMessages {
    /// Holds messages back while a closure runs.
    @MainActor
    static func held<Output>(_ body: () async -> Output) async -> Output {
        page_messages_hold()
        defer { page_messages_run() }
        return await body()
    }

    /// Holds no messages back while a closure runs inside ``held(_:)``, because it waits for answers of the page.
    @MainActor
    static func passing<Output>(_ body: () async -> Output) async -> Output {
        page_messages_run()
        defer { page_messages_hold() }
        return await body()
    }

    /// Lets those messages through that are held back now.
    ///
    /// Any thread may call it.
    ///
    /// - Returns: Whether there were any; this process is then busy handling them.
    static func release() -> Bool { page_messages_release() }
}
