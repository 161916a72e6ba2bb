internal import EngineLink
internal import Frames
internal import PageRenderer

// The end of a page that is followed for its state, and the state at the end.

/// What is known of a page that is about to be ready.
struct Readiness {
    /// Since when all steps have been done and nothing is being loaded; `nil` if something is.
    var idleSince: PageInstant?
    /// Since when all steps have been done.
    var doneSince: PageInstant?
}

extension EngineTake {
    /// How often the page is looked at, in its time.
    private static let interval = Duration.milliseconds(100)
    /// How long nothing has to be loaded.
    ///
    /// A click causes requests within this time.
    private static let idleTime = Duration.seconds(1)
    /// How long requests are awaited that may never end, such as a stream of messages.
    private static let longestRequests = Duration.seconds(10)

    /// Ends the take once the page is ready.
    ///
    /// - Parameter readiness: What was found out so far.
    func endWhenReady(_ readiness: Readiness) {
        course?.schedule(at: now.advanced(by: Self.interval)) { [weak self] in
            guard let self, case .recording = state, ending == nil, let view else { return }
            var readiness = readiness
            let isDone = steps.areDone
            readiness.doneSince = isDone ? readiness.doneSince ?? now : nil
            guard let done = readiness.doneSince, !view.isLoading else {
                readiness.idleSince = nil
                return endWhenReady(readiness)
            }
            // The awaited element says more than silence.
            if plan.awaitedElement != nil { return end(.reason(.duration, at: now)) }
            let isWaiting = !view.requests.unanswered.isEmpty && done.duration(to: now) < Self.longestRequests
            readiness.idleSince = isWaiting ? nil : readiness.idleSince ?? now
            if let idle = readiness.idleSince, idle.duration(to: now) >= Self.idleTime {
                return end(.reason(.duration, at: now))
            }
            endWhenReady(readiness)
        }
    }

    /// Handles the start timeout, counted from the beginning of the loading: a page that is followed for its state has
    /// the time of its steps beside.
    func loadTimedOut() {
        guard !plan.endsWhenReady || !steps.haveBegun else { return }
        startTimedOut()
    }

    /// Waits for the page as long as for its loading, now that all steps have ended.
    func awaitReadiness() {
        guard plan.endsWhenReady else { return }
        course?.schedule(at: now.advanced(by: plan.startTimeout)) { [weak self] in
            if case .waiting = self?.state { self?.startTimedOut() }
        }
    }

    /// Reads the page's state and reports it, if the plan says so and the take has ended as planned.
    ///
    /// No more frames are captured, so the page may run on to answer.
    func reportState(after reason: ExitReason) async {
        guard plan.options.savesState, [.stopped, .duration, .longestDuration].contains(reason), let view else {
            return
        }
        // A page that no longer answers is not needed anymore.
        let limit = OneShotTimer(after: plan.hangTimeout) { view.terminate() }
        let state = await view.state()
        withExtendedLifetime(limit) {}
        guard let state else {
            return warn("The page's cookies and local storage could not be read: it does not answer.")
        }
        send(.state(PageState(cookies: state.cookies)))
        for origin in state.origins { send(.state(PageState(origins: [origin]))) }
    }
}
