private import Dispatch
public import EngineLink
internal import Frames
private import Glibc
private import Synchronization

/// The page's only source of time while a recording lasts.
///
/// The page stands still until this clock moves. It moves from one instant at
/// which some thread of the page has to be woken to the next, never past one,
/// and only when nothing in the page has anything left to do: so timers that
/// are a millisecond apart run a millisecond apart, on any machine.
public final class VirtualClock: Sendable {
    /// How moving the time came out.
    public enum Outcome: Sendable, Equatable {
        /// The time has come and the page is quiet.
        case reached
        /// ``interrupt()`` was called; the page is quiet.
        case interrupted
        /// The network holds the time.
        case held
        /// The page has not come to rest for too long.
        case stuck
    }

    /// What the page's wall clock showed at first, in milliseconds since 1970.
    public let date: Int64

    private let shared: SharedClock
    /// The network process's pending requests; `nil` if they do not hold time.
    private let network: NetworkRequests?
    private let origin: PageInstant
    private let patience: Duration
    /// Refreshes a second of the page's display.
    let refreshRate: FrameRate
    private let processes = Mutex(PageProcesses())
    private let holds = Atomic(0)
    private let isInterrupted = Atomic(false)
    private let separation = Atomic(Separation.none)
    private let phase = Atomic<Int64>(0)
    /// Whether there was a refresh since ``settle()``.
    private let hasRefreshed = Atomic(false)
    /// What ``schedule(after:waitsForNetwork:_:)`` has not run yet.
    private let delays = Mutex<[Delay]>([])
    private let hasEndlessWorker = Atomic(false)
    /// Since when the main thread has been away although the page rests.
    private let blockedSince = Mutex<SuspendingClock.Instant?>(nil)
    /// Where the waiting for the page is done: it blocks.
    private let queue = DispatchQueue(label: "pagereel.clock", qos: .userInitiated)

    /// How long in real time a main thread may wait for something other than
    /// its events before the clock moves all the same.
    ///
    /// Such a thread may wait for the network, as in a synchronous request,
    /// or for another program, and most answer sooner; or for a thread that
    /// sleeps, as one that plays sound, and then time alone ends the wait.
    private static let blockedInterval = Duration.milliseconds(200)

    /// How long a held clock waits before it tells.
    private static let holdInterval = Duration.milliseconds(50)

    init(
        _ shared: SharedClock, network: NetworkRequests?, date: Int64, refreshRate: FrameRate, patience: Duration
    ) {
        self.shared = shared
        origin = shared.now
        self.network = network
        self.date = date
        self.refreshRate = refreshRate
        self.patience = patience
    }

    /// The page's time, from when its clock was made.
    public var time: Duration { origin.duration(to: shared.now) }

    /// What time it is for the page.
    public var instant: PageInstant { shared.now }

    /// When the page next does something by itself: a thread of it wakes, or a
    /// delay elapses; nothing if never.
    public var nextEvent: PageInstant? {
        [shared.nextDeadline, delays.withLock { $0.map(\.end).min() }].compactMap(\.self).min()
    }

    /// Runs a closure after an interval of the page's time, when the page is
    /// quiet.
    ///
    /// - Parameters:
    ///   - interval: In whole microseconds.
    ///   - waitsForNetwork: Whether pending requests stop the interval.
    ///   - body: Runs on the main thread; time stands still until it returns.
    func schedule(after interval: Duration, waitsForNetwork: Bool, _ body: @escaping @Sendable () -> Void) {
        let delay = Delay(end: shared.now.advanced(by: interval), waitsForNetwork: waitsForNetwork, body: body)
        delays.withLock { $0.append(delay) }
    }

    /// A scheduled closure.
    private struct Delay {
        let end: PageInstant
        let waitsForNetwork: Bool
        let body: @Sendable () -> Void
    }

    /// Removes and returns the first delay that has elapsed.
    private func takeDelay(at now: PageInstant) -> Delay? {
        delays.withLock { delays in
            delays.firstIndex { $0.end <= now }.map { delays.remove(at: $0) }
        }
    }

    /// Whether the network holds the time.
    private var isHeld: Bool {
        guard holds.load(ordering: .sequentiallyConsistent) > 0 || network?.areWaiting == true else { return false }
        return delays.withLock { $0.allSatisfy(\.waitsForNetwork) }
    }

    /// What the page's pictures are handed over in, for tests.
    var pictureFiles: Set<UInt64> { shared.pictureFiles.subtracting([0]) }

    /// Whether the page's process lives by this clock.
    package var isInUse: Bool { shared.isInUse }

    /// How long the page's processes that are known have been on the processors.
    package var work: Duration { .nanoseconds(processes.withLock { $0.knownWork }) }

    /// How many system calls that have to do with time the page's process made
    /// by instructions of its own, which the page's time cannot answer, and the
    /// number of the last of them (syscall(2)).
    public var unseenCalls: (count: Int, last: Int) { shared.unseenCalls }

    /// Keeps the time from moving until ``release()``; calls nest.
    func hold() { holds.add(1, ordering: .sequentiallyConsistent) }

    /// Takes back one ``hold()``.
    func release() { holds.subtract(1, ordering: .sequentiallyConsistent) }

    /// Sets all that comes apart from the instant in which a document begins.
    ///
    /// A document counts its time from that instant, rounded down to whole
    /// milliseconds after a subtraction of floating point numbers; a few
    /// microseconds keep what is 300 ms from becoming 299. Only a page that
    /// stands is set apart: while frames are taken their times are fixed.
    ///
    /// It happens once the page has come to rest: in the midst of its work it
    /// would see the step at another place in each run.
    func setApart() {
        _ = separation.compareExchange(expected: .none, desired: .due, ordering: .sequentiallyConsistent)
    }

    /// Lets ``setApart()`` do nothing from now on.
    func fix() { separation.store(.fixed, ordering: .sequentiallyConsistent) }

    /// What becomes of the time when the page next rests.
    private enum Separation: UInt8, AtomicRepresentable {
        /// Nothing.
        case none
        /// It is set apart, as ``setApart()`` asked for.
        case due
        /// Nothing, for as long as this clock goes.
        case fixed
    }

    /// How far ``setApart()`` has moved the time.
    var offset: Duration { .microseconds(phase.load(ordering: .sequentiallyConsistent)) }

    /// In microseconds.
    private static let margin: Int64 = 5

    /// Ends the page's processes, as their view closes.
    func end() { shared.end() }

    /// Ends ``advance(to:)`` where the time stands.
    public func interrupt() { isInterrupted.store(true, ordering: .sequentiallyConsistent) }

    /// Moves the time to an instant and waits until the page is quiet there.
    public func advance(to instant: PageInstant) async -> Outcome {
        // The page counts in microseconds.
        let target = PageInstant(microseconds: instant.microseconds)
        return await onQueue { self.move(to: target) }
    }

    /// Waits until the page is quiet; the time stands.
    ///
    /// What the page has held back until a refresh it displays now, if
    /// the refresh itself has not had it displayed.
    ///
    /// - Returns: Whether it came to rest.
    public func settle() async -> Bool {
        await onQueue {
            guard self.waitForQuiet() else { return false }
            guard self.hasRefreshed.exchange(false, ordering: .sequentiallyConsistent), self.shared.isDisplayHeld
            else { return true }
            self.shared.releaseDisplay()
            return self.waitForQuiet()
        }
    }

    /// Counts a refresh of the page's display, which is about to come.
    func countRefresh() {
        shared.countRefresh()
        hasRefreshed.store(true, ordering: .sequentiallyConsistent)
    }

    /// Whether the page waits for a refresh to display something.
    var isDisplayHeld: Bool { shared.isDisplayHeld }

    /// Does something that the page has to answer.
    ///
    /// Its main thread may be waiting for something other than its events, as
    /// for a film's first picture, and then time alone ends the wait.
    func whileHelping<Output, Failure>(
        _ body: () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let helper = Task { [self] in
            while true {
                do { try await Task.sleep(for: Self.helpInterval) } catch { return }
                await onQueue { self.help() }
            }
        }
        defer { helper.cancel() }
        return try await body()
    }

    /// How often it is looked whether the page needs help.
    private static let helpInterval = Duration.milliseconds(50)

    private func help() {
        for _ in 0..<Self.mostHelp where shared.spinningSince != nil {
            guard waitForQuiet(), shared.spinningSince != nil, let next = shared.nextDeadline else { return }
            _ = shared.move(to: next)
        }
        guard shared.isAway, waitForQuiet(), needsTime(at: .now), let next = shared.nextDeadline else { return }
        _ = shared.move(to: next)
    }

    /// The most steps in a row for a page that waits for time by reading it:
    /// a second, mostly.
    private static let mostHelp = 1000

    private func onQueue<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }

    private func move(to target: PageInstant) -> Outcome {
        var heldSince: SuspendingClock.Instant?
        while true {
            guard waitForQuiet() else { return .stuck }
            if isInterrupted.exchange(false, ordering: .sequentiallyConsistent) { return .interrupted }
            let now = shared.now
            if let delay = takeDelay(at: now) {
                // Time stands still until the main thread has run it.
                hold()
                DispatchQueue.main.async { [self] in
                    delay.body()
                    release()
                }
                continue
            }
            guard now < target || isAlmostDue(after: now, by: target) else { return .reached }
            // Always asked: it measures how long the main thread has been away.
            let instant = SuspendingClock.now
            let needsTime = needsTime(at: instant)
            if let since = shared.spinningSince {
                // Time alone ends this, also while the network holds it.
                guard since.duration(to: now) < patience else { return .stuck }
            } else if isHeld {
                let since = heldSince ?? instant
                heldSince = since
                if since.duration(to: instant) > Self.holdInterval { return .held }
                guard needsTime else {
                    usleep(500)
                    continue
                }
            } else if shared.isAway && !needsTime {
                // It waits for somebody who is not watched, such as a program
                // that it has started: no time may pass meanwhile.
                usleep(500)
                continue
            }
            if separation.compareExchange(expected: .due, desired: .none, ordering: .sequentiallyConsistent).exchanged {
                shared.move(by: Self.margin)
                phase.add(Self.margin, ordering: .sequentiallyConsistent)
                continue
            }
            let limit = now < target ? target : target.advanced(by: Self.slack)
            let next = min(limit, nextEvent ?? limit)
            // Nobody was woken: still quiet.
            if !shared.move(to: next) && next == target && !isAlmostDue(after: next, by: target) { return .reached }
        }
    }

    /// Whether somebody has to be woken so shortly after the time that is to
    /// be reached that it is meant to be the same.
    ///
    /// The engine counts in floating point numbers and sleeps in whole
    /// microseconds: what it repeats sixty times a second (SMIL) comes a
    /// little before or after a sixtieth.
    private func isAlmostDue(after now: PageInstant, by target: PageInstant) -> Bool {
        guard let next = shared.nextDeadline else { return false }
        return target.duration(to: next) <= Self.slack && next > now
    }

    private static let slack = Duration.microseconds(20)

    /// Whether a main thread has waited for something other than its events
    /// for so long that only time can help it.
    private func needsTime(at instant: SuspendingClock.Instant) -> Bool {
        blockedSince.withLock { blockedSince in
            guard shared.isAway else {
                blockedSince = nil
                return false
            }
            let since = blockedSince ?? instant
            let isLong = since.duration(to: instant) > Self.blockedInterval
            // After a step the rest of the wait is short: what time did is to
            // be seen at once.
            blockedSince = isLong ? instant.advanced(by: .zero - Self.blockedInterval * 9 / 10) : since
            return isLong
        }
    }

    /// Whether time has begun to go on without a worker that computes; once
    /// each time.
    func takeEndlessWorker() -> Bool { hasEndlessWorker.exchange(false, ordering: .sequentiallyConsistent) }

    /// How long a worker may compute, on the processors and while time stands,
    /// before time goes on without it.
    private var endlessWork: Duration { min(.seconds(3), patience / 4) }

    private func waitForQuiet() -> Bool {
        let begun = SuspendingClock.now
        shared.setAwaited(true)
        defer { shared.setAwaited(false) }
        return processes.withLock { processes in
            var looks = 0
            var isLong = false
            // Looks since the main thread was last heard of.
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

    /// How long in microseconds the pause between two looks at a page is whose
    /// main thread works: it tells when it comes to rest.
    private static let toldPause = 5000
    /// How much longer in microseconds each pause between two looks at any
    /// other thread's work is than the one before, and the longest.
    private static let pauseStep = 20
    private static let longestPause = 400
}
