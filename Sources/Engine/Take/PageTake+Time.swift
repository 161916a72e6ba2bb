internal import EngineLink
internal import Frames
internal import PageRenderer

// Events of the page's virtual time.

/// The real time for which the network has held a page's time, again and again.
struct HeldTime {
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
            // The timeout does not add page time and network time. Response times differ from run to run,
            // and the page time at which the recorder gives up must not.
            if began.duration(to: now) >= plan.startTimeout { startTimedOut() }
        case (.held(let length), .waiting):
            // Real time: the page's time stands still.
            heldForStart.note(length)
            if view?.hasArrived != true {
                if length >= plan.startTimeout { startTimedOut() }
            } else if isHeldForTooLong {
                startTimedOut()
            } else {
                leaveRequests(pendingFor: plan.startTimeout, by: "--start-timeout", after: length)
            }
        case (.held(let length), .recording):
            leaveRequests(pendingFor: plan.hangTimeout, by: "--hang-timeout", after: length)
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
    /// - Parameters:
    ///   - limit: The longest time for which one request may stop it, in real time.
    ///   - option: The option that sets the limit.
    ///   - length: How long requests have stopped it without a break, in real time.
    private func leaveRequests(pendingFor limit: Duration, by option: String, after length: Duration) {
        guard let left = view?.leaveRequests(pendingFor: limit, after: length) else { return }
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
        warn(
            "The page's time stood still for \(time.text), because \(cause). \(next) is at a different time in each "
                + "recording. --network run lets time pass during all requests; a longer \(option) waits longer.")
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

    /// Whether the page's requests together have delayed the start for too long.
    var isHeldForTooLong: Bool { heldForStart.total >= plan.startTimeout * 10 }

    /// Why the page is given up, as the beginning of a sentence.
    var hangMessage: String {
        let limit = "\(plan.hangTimeout.text) (--hang-timeout)"
        guard timeline != nil else { return "The page has not answered for \(limit)" }
        return
            "The page has not become idle for \(limit), so its time cannot advance; if its work really "
            + "takes so long, try a longer --hang-timeout or --clock realtime"
    }
}
