internal import EngineLink
internal import Frames
internal import PageRenderer

/// A page's time is advanced from one refresh to the next, as fast as the page allows.
@MainActor
final class VirtualCourse: PageCourse {
    private weak var take: EngineTake?
    private let view: PageView
    private let clock: VirtualClock
    private let plan: TakePlan
    /// When loading began.
    private let began: PageInstant
    private lazy var timeline = PageTimeline(view: view, clock: clock) { [weak self] in self?.handle($0) }
    /// For how long the network has held the page's time before the start.
    private var heldForStart = HeldTime()
    /// Whether the page's time advanced without one of its workers.
    private var hasLeftWorker = false

    var isRepeatable: Bool { true }

    var onPicture: (@MainActor () -> Void)? {
        get { timeline.onPicture }
        set { timeline.onPicture = newValue }
    }

    /// Creates the course of a page.
    init(of view: PageView, _ clock: VirtualClock, for take: EngineTake) {
        self.take = take
        self.view = view
        self.clock = clock
        plan = take.plan
        began = view.now
    }

    func begin() {
        timeline.takesSnapshots = plan.takesFrames && plan.capture == .snapshot
        timeline.skipsRest = !plan.takesFrames
        timeline.work = take?.work
        if timeline.takesSnapshots {
            take?.warn(
                "--capture snapshot takes each picture a little late: it also shows what messages, timers and the "
                    + "network change right after a frame, the network by chance. --capture view does not.")
        }
        // The timeout must fire even while the page is idle.
        timeline.schedule(at: began.advanced(by: plan.startTimeout)) {}
        timeline.start()
    }

    func documentCommitted() throws(PageError) {
        guard !clock.isInUse else { return }
        throw PageError(
            .missingComponent,
            "The page's process cannot reach the recorder's clock. Set TMPDIR to another folder, or use "
                + "--clock realtime.")
    }

    func sampler(from start: PageInstant) -> any Sampler {
        guard let take, plan.takesFrames else {
            let counter = FrameCounter(view: view, frameRate: plan.frameRate, start: start)
            timeline.take(with: counter)
            return counter
        }
        let sampler = VirtualFrameSampler(take.samplerSettings(of: view, from: start))
        timeline.take(with: sampler)
        return sampler
    }

    func atStart(_ body: @escaping @MainActor () async -> Void) { timeline.onStart = body }

    func realign() { timeline.realign() }

    func schedule(at instant: PageInstant, _ body: @escaping @MainActor () -> Void) {
        timeline.schedule(at: instant, body)
    }

    func perform(at instant: PageInstant, _ action: @escaping @MainActor () async -> Void) {
        timeline.schedule(at: instant, action)
    }

    func capture(at instant: PageInstant, _ draw: @escaping @MainActor () async -> PageTimeline.Completion?) {
        timeline.schedulePicture(at: instant, draw)
    }

    func refresh(notBefore instant: PageInstant) -> PageInstant { timeline.refresh(notBefore: instant) }

    func captureAtRefresh(_ draw: @escaping @MainActor () async -> PageTimeline.Completion?) {
        timeline.schedulePictureAtRefresh(draw)
    }

    /// Each step of the time checks the limit; one of them ends exactly there.
    func limit(at instant: PageInstant?, _ body: @escaping @MainActor () -> Void) {
        if let instant { timeline.schedule(at: instant) {} }
    }

    func layerNeedAtStart() async -> String? { await view.compositingNeed() }

    func layerNeed() async -> String? { await view.compositingNeed() }

    func interrupt() { timeline.interrupt() }

    func stop() async { await timeline.stop() }

    func runOn(from instant: PageInstant, for length: Duration) async {
        let end = instant.advanced(by: length)
        // An interruption of the timeline may still be pending.
        for _ in 0..<3 where clock.instant < end {
            guard await clock.advance(to: end) == .interrupted else { return }
        }
    }

    /// Reports, for a report of the run, when the clock stood still.
    private func reportHolds() {
        guard let take, let log = view.requestLog else { return }
        for hold in clock.takeHolds(since: take.pageBegan, realOrigin: log.began) { take.note(.hold(hold)) }
    }

    func reportFaults() {
        let calls = clock.unseenCalls
        guard calls.count > 0 else { return }
        take?.warn(
            "The page's process made \(calls.count) system calls (last number \(calls.last)) that return the "
                + "machine's time instead of the page's. What depends on them differs in each recording. pagereel doctor "
                + "shows what is exact with this engine.")
    }

    var hangMessage: String {
        "The page has not become idle for \(plan.hangTimeout.text) (--hang-timeout), so its time cannot advance; if its "
            + "work really takes so long, try a longer --hang-timeout or --clock realtime"
    }

    // MARK: Events

    private func handle(_ event: PageTimeline.Event) {
        guard let take else { return }
        if case .moved = event {
            take.sound?.advance(to: take.now)
            // A page may need hours of its time to start, and a message has a limit.
            take.reportWork(atLeast: 1000)
            reportHolds()
        }
        switch (event, take.state) {
        case (.stuck, _):
            take.pageHung()
        case (.leftWorker, _):
            leftWorker()
        case (.worked(let length, let instant), _):
            take.note(.longFrame(LongFrame(pageTime: take.pageBegan.duration(to: instant), duration: length)))
        case (.keptPace, _):
            take.warn(
                "The page has a live connection: a WebSocket, server-sent events or a camera's pictures. While it is open, "
                    + "the page's time passes no faster than real time, and its messages differ between recordings. "
                    + "--block blocks it.")
        case (.moved, .waiting):
            // The timeout does not add page time and network time. Response times differ from run to run,
            // and the page time at which the recorder gives up must not.
            if began.duration(to: take.now) >= plan.startTimeout { take.loadTimedOut() }
        case (.held(let length), .waiting):
            // Real time: the page's time stands still.
            heldForStart.note(length)
            if !view.hasArrived {
                if length >= plan.startTimeout { take.startTimedOut() }
            } else if isHeldForTooLong {
                take.startTimedOut()
            } else {
                leaveRequests(pendingFor: plan.startTimeout, by: "--start-timeout", after: length)
            }
        case (.held(let length), .recording):
            leaveRequests(pendingFor: plan.hangTimeout, by: "--hang-timeout", after: length)
        case (.moved, .recording):
            take.warnOfStandstill()
            take.checkLimit()
        case (.moved, .ended), (.held, .ended):
            break
        }
    }

    /// Whether the page's requests together have delayed the start for too long.
    private var isHeldForTooLong: Bool { heldForStart.total >= plan.startTimeout * 10 }

    var standstill: String? {
        guard isHeldForTooLong else { return nil }
        return
            "The page's time stands still, because its requests have taken \(heldForStart.total.text) of real time; "
            + "--network run lets time pass meanwhile, --clock realtime always."
    }

    /// Lets the page's time go on without requests that have stopped it for too long, and warns.
    ///
    /// - Parameters:
    ///   - limit: The longest time for which one request may stop it, in real time.
    ///   - option: The option that sets the limit.
    ///   - length: How long requests have stopped it without a break, in real time.
    private func leaveRequests(pendingFor limit: Duration, by option: String, after length: Duration) {
        guard let left = view.requests.leave(pendingFor: limit, after: length) else { return }
        let first = left.addresses.first
        let others = left.addresses.count > 1 ? " and \(left.addresses.count - 1) more" : ""
        let cause =
            left.areEndless
            ? "its requests follow one another without a break\(first.map { ", the last for \($0)" } ?? "")"
            : "the request for \(first ?? "a file")\(others) has no complete answer"
        let next =
            left.areAll
            ? "From here on it passes during all requests, so what comes of them"
            : "It goes on without, so what comes of it"
        let time = left.areEndless ? Duration.seconds(length.components.seconds) : limit
        take?.warn(
            "The page's time stood still for \(time.text), because \(cause). \(next) is at a different time in each "
                + "recording. --network run lets time pass during all requests; a longer \(option) waits longer.")
    }

    /// Warns, once, that the page's time advances without a worker.
    private func leftWorker() {
        guard !hasLeftWorker else { return }
        hasLeftWorker = true
        take?.warn(
            "A worker of the page computes without end. The page's time advances without it, so its effects come at "
                + "a different time in each recording.")
    }
}

/// The real time for which the network has held a page's time, again and again.
private struct HeldTime {
    private var earlier = Duration.zero
    private var latest = Duration.zero

    /// All of it.
    var total: Duration { earlier + latest }

    /// Adds a hold that is in progress.
    ///
    /// - Parameter length: Its length so far; each hold starts at 0.
    mutating func note(_ length: Duration) {
        if length < latest { earlier += latest }
        latest = length
    }
}
