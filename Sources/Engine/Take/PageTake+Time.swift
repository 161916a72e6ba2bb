internal import EngineLink
internal import Frames
internal import PageRenderer

// Events of the page's virtual time.

/// The real time for which the network has held a page's time, again and again.
struct HeldTime {
    /// The longest without a break.
    private(set) var longest = Duration.zero
    private var earlier = Duration.zero
    private var latest = Duration.zero
    /// The part of the current hold before ``restart(after:)``.
    private var past = Duration.zero

    /// All of it.
    var total: Duration { earlier + latest }

    /// Adds a hold that is in progress.
    ///
    /// - Parameter length: Its length so far; each hold starts at 0.
    mutating func note(_ length: Duration) {
        if length < past { past = .zero }
        let length = length - past
        if length < latest { earlier += latest }
        latest = length
        longest = max(longest, length)
    }

    /// Ends the measurement of a hold that goes on for another reason.
    ///
    /// - Parameter length: The hold's length so far.
    mutating func restart(after length: Duration) {
        earlier += latest
        latest = .zero
        past = length
    }
}

extension PageTake {
    /// Handles an event of the page's virtual time.
    func handle(_ event: PageTimeline.Event) {
        if case .moved = event { sound?.advance(to: now) }
        switch (event, state) {
        case (.stuck, _):
            pageHung()
        case (.leftWorker, _):
            leftWorker()
        case (.keptPace, _):
            warn(
                "The page has a live connection: a WebSocket, server-sent events or a camera's pictures. While it is open, "
                    + "the page's time passes no faster than real time, and its messages differ between recordings. "
                    + "--block blocks it.")
        case (.moved, .waiting):
            waitForStart()
        case (.held(let length), .waiting):
            // Real time: the page's time stands still.
            if leaveRequests(pendingFor: plan.startTimeout, by: "--start-timeout", after: length) {
                return heldForStart.restart(after: length)
            }
            heldForStart.note(length)
            waitForStart()
        case (.held(let length), .recording):
            if leaveRequests(pendingFor: plan.hangTimeout, by: "--hang-timeout", after: length) { return }
            // Several requests may follow one another.
            guard length >= plan.hangTimeout * 2 else { return }
            isHeldUp = true
            pageHung()
        case (.moved, .recording(let sampler)):
            warnOfStandstill()
            guard let (limit, reason) = plan.limit, sampler.clock.time(at: now) >= RecordingTime(limit) else { return }
            limitReached(limit, reason, at: now)
        case (.moved, .ended), (.held, .ended):
            break
        }
    }

    /// Lets the page's time go on without requests that have stopped it for too long, and warns.
    ///
    /// - Parameter option: The option that sets the limit.
    /// - Returns: Whether there were any.
    private func leaveRequests(pendingFor limit: Duration, by option: String, after length: Duration) -> Bool {
        let left = view?.leaveRequests(pendingFor: limit, after: length) ?? []
        guard let first = left.first else { return false }
        let others = left.count > 1 ? " and \(left.count - 1) more" : ""
        warn(
            "The page's time stood still for \(limit.text), because the request for \(first)\(others) has no complete "
                + "answer. It goes on without, so what comes of it is at a different time in each recording. --network run "
                + "lets time pass during all requests; a longer \(option) waits longer.")
        return true
    }

    /// Warns, once, that the page's time advances without a worker.
    private func leftWorker() {
        guard !hasLeftWorker else { return }
        hasLeftWorker = true
        warn(
            "A worker of the page computes without end. The page's time advances without it, so its effects come at "
                + "a different time in each recording.")
    }

    /// Ends the take, to be repeated with distinct dates.
    func needDistinctDates() {
        var time = Duration.zero
        if case .recording(let sampler) = state { time = sampler.clock.time(at: now).sinceStart }
        end(.needsAnother(.distinctDates(time)))
    }

    /// Warns of system calls that bypassed the virtual clock.
    func warnOfUnseenCalls() {
        guard let calls = view?.clock?.unseenCalls, calls.count > 0 else { return }
        warn(
            "The page's process made \(calls.count) system calls (last number \(calls.last)) that return the "
                + "machine's time instead of the page's. What depends on them differs in each recording. pagereel doctor "
                + "shows what is exact with this engine.")
    }

    /// Gives up on a missing start, on the virtual clock.
    ///
    /// The timeout does not add page time and network time. Response times differ from run to run,
    /// and the page time at which the recorder gives up must not.
    private func waitForStart() {
        if isHeldForTooLong || began.duration(to: now) >= plan.startTimeout { startTimedOut() }
    }

    /// Whether a request has held the start for too long, or many have together.
    ///
    /// A request that began during the hold gets its full time, and a page with many files may wait for longer.
    var isHeldForTooLong: Bool {
        let limit = plan.startTimeout
        if heldForStart.longest >= limit, view?.requestsUnderWay.isEmpty != false { return true }
        return heldForStart.longest >= limit * 2 || heldForStart.total >= limit * 10
    }

    /// Why the page is given up, as the beginning of a sentence.
    var hangMessage: String {
        let limit = "\(plan.hangTimeout.text) (--hang-timeout)"
        guard timeline != nil else { return "The page has not answered for \(limit)" }
        if isHeldUp, let request = view?.requestsUnderWay.first {
            return "The page's time has stood still for \(limit), as the request for \(request) has no answer; "
                + "--network run lets time pass meanwhile, --clock realtime always"
        }
        return
            "The page has not become idle for \(limit), so its time cannot advance; if its work really "
            + "takes so long, try a longer --hang-timeout or --clock realtime"
    }
}
