private import Dispatch
package import EngineLink
internal import Frames
private import Glibc
internal import Synchronization

/// The page's only source of time during a recording.
///
/// The page stands still until this clock advances. It advances only
/// once the page has nothing left to do, and never past the next instant at which a
/// thread of the page is due to wake. So timers that are a millisecond apart
/// run a millisecond apart, on any machine.
package final class VirtualClock: Sendable {
    /// The outcome of advancing the time.
    package enum Outcome: Sendable, Equatable {
        /// The time has come and the page is quiet.
        case reached
        /// ``interrupt()`` was called; the page is quiet.
        case interrupted
        /// Pending requests stop the clock.
        case held
        /// The page took too long to become idle, or has been closed.
        case stuck
    }

    /// The page's date and time when its clock was created, in milliseconds since 1970.
    package let date: Int64

    let shared: SharedClock
    /// Whether the page's requests stop this clock.
    let network: NetworkHold
    /// The page's sound, whose streams wait while it is not collected; `nil` if it is not recorded.
    private let sound: SharedSound?
    /// What the clock waits for; `nil` if it is not reported.
    let stops: ClockStops?
    private let origin: PageInstant
    let patience: Duration
    /// The refresh rate of the page's display.
    let refreshRate: FrameRate
    let rest: PageRest
    private let holds = Atomic(0)
    private let isInterrupted = Atomic(false)
    private let pace = Mutex(LivePace())
    /// Whether ``pace`` has been needed, which ``takeLiveConnection()`` has not yet said.
    private let liveConnection = Atomic(News.none)
    private let separation = Atomic(Separation.none)
    private let phase = Atomic<Int64>(0)
    /// Whether the view has got a picture since the last refresh.
    let hasPicture = Atomic(false)
    /// The closures passed to ``schedule(after:waitsForNetwork:_:)``.
    private let delays = PageDelays()
    let absence = Mutex(MainThreadAbsence())
    /// How many calls of ``whileHelping(_:orStuck:)`` are in progress.
    let helped = Atomic(0)
    /// The queue for blocking waits.
    private let queue = DispatchQueue(label: "pagereel.clock", qos: .userInitiated)

    /// How long the clock is held before it reports that.
    private static let holdInterval = Duration.milliseconds(50)

    init(
        _ shared: SharedClock, network: NetworkRequests?, sound: SharedSound?, date: Int64, refreshRate: FrameRate,
        patience: Duration, stops: ClockStops?
    ) {
        self.shared = shared
        self.stops = stops
        origin = shared.now
        rest = PageRest(of: shared, patience: patience)
        self.network = NetworkHold(network)
        self.sound = sound
        self.date = date
        self.refreshRate = refreshRate
        self.patience = patience
    }

    /// The time since the clock was created.
    package var time: Duration { origin.duration(to: shared.now) }

    /// The page's current time.
    package var instant: PageInstant { shared.now }

    /// The instant at which a thread of the page wakes or a delay elapses; `nil` if
    /// none will.
    package var nextEvent: PageInstant? {
        [shared.nextDeadline, delays.nextEnd].compactMap(\.self).min()
    }

    /// Runs a closure after an interval of the page's time, when the page is idle.
    ///
    /// - Parameters:
    ///   - interval: In whole microseconds.
    ///   - waitsForNetwork: Whether pending requests suspend the interval.
    ///   - body: Runs on the main thread; time stands still until it returns.
    func schedule(after interval: Duration, waitsForNetwork: Bool, _ body: @escaping @Sendable () -> Void) {
        delays.add(until: shared.now.advanced(by: interval), waitsForNetwork: waitsForNetwork, body)
    }

    /// Whether pending requests stop the clock.
    private var isHeld: Bool {
        guard holds.load(ordering: .sequentiallyConsistent) > 0 || network.stopsTime else { return false }
        return delays.allWaitForNetwork
    }

    /// Whether the page's process uses this clock.
    package var isInUse: Bool { shared.isInUse }

    /// The CPU time of the page's known processes.
    package var work: Duration { rest.work }

    /// The number of time-related system calls in the page's process that bypassed the C library
    /// and read the machine's clock, and the number of the last such call (syscall(2)).
    package var unseenCalls: (count: Int, last: Int) { shared.unseenCalls }

    /// Whether the clock has begun to ignore an endlessly computing worker; true once for each such
    /// worker.
    func takeEndlessWorker() -> Bool { rest.takeEndlessWorker() }

    /// Whether the page's time passes no faster than the machine's, because of an open connection; true once.
    func takeLiveConnection() -> Bool {
        liveConnection.compareExchange(expected: .fresh, desired: .told, ordering: .sequentiallyConsistent).exchanged
    }

    /// Something that is told once.
    private enum News: UInt8, AtomicRepresentable { case none, fresh, told }

    /// Whether a connection is open, so that the page's time passes no faster than the machine's.
    var keepsPace: Bool { network.isLive }

    /// Whether the page's time is ahead of the machine's while a connection is open.
    private var isAheadOfConnections: Bool {
        guard keepsPace else {
            pace.withLock { $0 = LivePace() }
            return false
        }
        _ = liveConnection.compareExchange(expected: .none, desired: .fresh, ordering: .sequentiallyConsistent)
        return pace.withLock { $0.isAhead(shared.now, at: SuspendingClock.now) }
    }

    /// Stops the time until ``release()``; calls nest.
    func hold() { holds.add(1, ordering: .sequentiallyConsistent) }

    /// Undoes one ``hold()``.
    func release() { holds.subtract(1, ordering: .sequentiallyConsistent) }

    /// Advances the time by a few microseconds once the page is idle.
    ///
    /// A document subtracts its time origin from the time in floating point and rounds down to
    /// whole milliseconds; the margin keeps 300 ms from becoming 299. It is added only before
    /// frames are captured, because their times are fixed. It is added only while the page is idle;
    /// otherwise the page would see it at a different point in each run.
    func setApart() {
        _ = separation.compareExchange(expected: .none, desired: .due, ordering: .sequentiallyConsistent)
    }

    /// Makes ``setApart()`` do nothing from now on.
    func fix() { separation.store(.fixed, ordering: .sequentiallyConsistent) }

    /// What to do when the page next becomes idle.
    private enum Separation: UInt8, AtomicRepresentable {
        /// Nothing.
        case none
        /// Add the margin that ``setApart()`` requested.
        case due
        /// Nothing, permanently.
        case fixed
    }

    /// The amount by which ``setApart()`` has advanced the time.
    var offset: Duration { .microseconds(phase.load(ordering: .sequentiallyConsistent)) }

    /// In microseconds.
    private static let margin: Int64 = 5

    /// Ends the page's processes, when their view closes, and every wait for them; no later one begins.
    ///
    /// A wait uses what the next page of this process uses too: the messages that are held back (``PageMessages``) and
    /// the main loop's listener. So it is over when this returns, within a few milliseconds.
    func end() {
        shared.end()
        rest.end()
        queue.sync {}
    }

    /// Ends ``advance(to:)`` at the current time.
    package func interrupt() { isInterrupted.store(true, ordering: .sequentiallyConsistent) }

    /// Advances the time to an instant and waits until the page is idle there.
    package func advance(to instant: PageInstant) async -> Outcome {
        // The page counts in microseconds.
        let target = PageInstant(microseconds: instant.microseconds)
        return await onQueue { self.move(to: target) }
    }

    /// Waits until the page is idle; time stands still.
    ///
    /// - Returns: Whether the page became idle in time, and is not closed.
    package func settle() async -> Bool { await onQueue { self.waitForRest() } }

    func onQueue<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }

    /// Waits until the page is idle; a stream that waits until its sound is collected is not.
    ///
    /// A main thread outside its event loop may be waiting for one that renders sound. If it is still outside
    /// afterwards, only advancing time ends its wait.
    ///
    /// The page's compositor composes whenever everything else is idle, and tasks and messages of the page that
    /// are held back are let through after that.
    ///
    /// - Parameter end: When to return.
    /// - Returns: Whether the page became idle in time.
    func waitForRest(until end: RefreshEnd = .rest) -> Bool {
        let begun = SuspendingClock.now
        defer { stops?.addWork(since: begun) }
        // The page may also become idle again and again without end.
        var waiting = WaitingTime(at: begun)
        while rest.wait() && !rest.exceeds(patience * 2, &waiting) {
            if sound?.collect() == true || shared.isAway && shared.giveTurn() || shared.grantComposition() { continue }
            if end == .picture && hasPicture.load(ordering: .sequentiallyConsistent) { return true }
            if end != .display && shared.releaseTask() { continue }
            if PageMessages.release() { continue }
            guard isAwayBriefly() else { return true }
            usleep(Self.pause)
        }
        return false
    }

    /// The pause between two looks at a page that is idle but may not stay so, in microseconds.
    private static let pause: UInt32 = 500

    private func move(to target: PageInstant) -> Outcome {
        var heldSince: SuspendingClock.Instant?
        while true {
            guard waitForRest() else { return .stuck }
            if isInterrupted.exchange(false, ordering: .sequentiallyConsistent) { return .interrupted }
            if shared.giveTurn() { continue }
            let now = shared.now
            if let body = delays.take(at: now) {
                // Time stands still until the main thread has run the closure.
                hold()
                DispatchQueue.main.async { [self] in
                    body()
                    release()
                }
                continue
            }
            guard now < target || isAlmostDue(after: now, by: target) else { return .reached }
            if let since = shared.spinningSince {
                // Only time ends this, even while requests hold it.
                guard since.duration(to: now) < patience else { return .stuck }
            } else if isHeld {
                stops?.begin(
                    holds.load(ordering: .sequentiallyConsistent) > 0 ? .document : .requests, at: now)
                let instant = SuspendingClock.now
                let since = heldSince ?? instant
                heldSince = since
                if since.duration(to: instant) > Self.holdInterval { return .held }
                // A main thread that still is away needs time.
                guard shared.isAway else {
                    usleep(Self.pause)
                    continue
                }
            } else {
                stops?.end()
                if isAheadOfConnections, !shared.isAway {
                    usleep(Self.pause)
                    continue
                }
            }
            if separation.compareExchange(expected: .due, desired: .none, ordering: .sequentiallyConsistent).exchanged {
                shared.move(by: Self.margin)
                phase.add(Self.margin, ordering: .sequentiallyConsistent)
                continue
            }
            let limit = now < target ? target : target.advanced(by: Self.slack)
            let next = min(limit, nextEvent ?? limit)
            // No thread was woken: the page is still quiet.
            if !shared.move(to: next) && next == target && !isAlmostDue(after: next, by: target) { return .reached }
        }
    }

    /// Whether a thread is due so shortly after the target that the same instant is meant.
    ///
    /// The engine computes in floating point and sleeps for whole microseconds. What it repeats 60
    /// times per second (SMIL) therefore happens slightly before or after the exact time.
    private func isAlmostDue(after now: PageInstant, by target: PageInstant) -> Bool {
        guard let next = shared.nextDeadline else { return false }
        return target.duration(to: next) <= Self.slack && next > now
    }

    private static let slack = Duration.microseconds(20)

    /// Whether the main thread is outside its event loop, in a wait that may end without time.
    private func isAwayBriefly() -> Bool {
        absence.withLock { absence in
            guard shared.isAway else {
                absence = MainThreadAbsence()
                return false
            }
            return !absence.needsTime(at: shared.now, seenAt: .now, work: rest.work)
        }
    }
}

/// Closures scheduled for an instant of the page's time.
///
/// Any thread may use it.
final class PageDelays: Sendable {
    private struct Delay {
        let end: PageInstant
        let waitsForNetwork: Bool
        let body: @Sendable () -> Void
    }

    private let delays = Mutex<[Delay]>([])

    /// The end of the earliest delay; `nil` if there are no delays.
    var nextEnd: PageInstant? { delays.withLock { $0.map(\.end).min() } }

    /// Whether pending requests suspend every delay.
    var allWaitForNetwork: Bool { delays.withLock { $0.allSatisfy(\.waitsForNetwork) } }

    /// Adds a closure.
    ///
    /// - Parameters:
    ///   - end: When to run the closure.
    ///   - waitsForNetwork: Whether pending requests suspend the delay.
    ///   - body: The closure.
    func add(until end: PageInstant, waitsForNetwork: Bool, _ body: @escaping @Sendable () -> Void) {
        delays.withLock { $0.append(Delay(end: end, waitsForNetwork: waitsForNetwork, body: body)) }
    }

    /// Removes and returns the first closure that is due.
    func take(at now: PageInstant) -> (@Sendable () -> Void)? {
        delays.withLock { delays in
            delays.firstIndex { $0.end <= now }.map { delays.remove(at: $0).body }
        }
    }
}
