internal import EngineLink
internal import Frames
internal import PageSampler

/// One take: a page from its address to its last frame.
///
/// It runs once, on the main actor. What happens goes to the command at once, so
/// that the command knows all of it whenever this process dies.
@MainActor
final class PageTake {
    /// What is to be taken; in real time on an engine on which nothing else is
    /// exact.
    var plan: TakePlan

    /// Why a take ends.
    enum Ending: Sendable {
        case reason(ExitReason, at: PageInstant)
        case page(PageError)
        case recording(RecordingError)
        /// Something came up that has to be composited, after it was decided
        /// to do without.
        case needsLayers(LayerNeed)
    }

    enum State {
        /// Something that the start gate asks for has not happened.
        case waiting(StartGate)
        /// Frames are taken, or left out in a pause.
        case recording(any Sampler)
        /// Nothing the page does matters any more.
        case ended
    }

    let report: @MainActor (TakeEvent) -> Void
    let selfTest: SelfTest
    /// Where frames go, if any are taken, and the memory of all pictures.
    let sender: FrameSender
    let pool: PixelBufferPool

    var state: State
    var pageBegan: PageInstant
    var view: PageView?
    /// How the picture is made, and why.
    var choice: RenderingChoice
    /// When pictures are still to be taken.
    var awaitedMoments: [PictureMoment]
    /// Signals, chapters and mistakes that have been reported: a page may send
    /// them for ever.
    var reportedSignals = 0
    var reportedChapters = 0
    var reportedMistakes = 0
    /// The most of each.
    static let mostSignals = 10_000

    private var ending: Ending?
    /// When the take came to its end, in time since the page began to arrive.
    private var endedAt = Duration.zero
    private var whenEnded: CheckedContinuation<Ending, Never>?
    private var warnings = 0
    var timers: [OneShotTimer] = []
    private var limitTimer: OneShotTimer?
    private var progressTask: Task<Void, Never>?
    var waitTask: Task<Void, Never>?
    /// The step that is being done, in real time.
    var lastStep: Task<Void, Never>?
    var watchdog: PageWatchdog?
    /// When loading began, in the page's time.
    var began: PageInstant
    /// The longest that the network held the page's time before the start.
    var heldForStart = Duration.zero
    /// Whether it was the network that held the time for too long.
    var isHeldUp = false
    /// Whether the page's time went on without a worker of it.
    var hasLeftWorker = false
    /// Whether another document took the page's place while frames were taken.
    var hasNavigated = false
    /// What moves the page's time on, on a virtual clock.
    var timeline: PageTimeline?

    /// Plans a take; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: What is to be taken.
    ///   - cache: Where verdicts on this engine are kept.
    ///   - sender: Where frames go.
    ///   - pool: The shared memory of the pictures.
    ///   - report: Tells the command.
    init(
        _ plan: TakePlan, cache: VerdictCache, sender: FrameSender, pool: PixelBufferPool,
        report: @escaping @MainActor (TakeEvent) -> Void
    ) {
        self.plan = plan
        self.report = report
        self.sender = sender
        self.pool = pool
        selfTest = SelfTest(for: plan.options, cache: cache)
        state = .waiting(
            StartGate(
                plan.start, addresses: plan.options.signalAddresses, element: plan.awaitedElement))
        awaitedMoments = plan.moments
        choice = RenderingChoice(plan)
        pageBegan = .realNow
        began = pageBegan
    }

    /// Takes the page.
    func run() async -> TakeResult {
        do throws(PageError) {
            try await trustClock()
            // Somebody may have ended the take meanwhile.
            if ending == nil { try openPage() }
        } catch {
            end(.page(error))
        }
        let ending = await waitForEnding()
        let result = await finish(ending)
        view?.close()
        view = nil
        return result
    }

    /// Ends the take from outside; frames so far are kept.
    func interrupt() {
        switch state {
        case .waiting:
            end(
                .recording(RecordingError(.interrupted, "Stopped before the recording began; nothing was written.")))
        case .recording: end(.reason(.interrupted, at: now))
        case .ended: break
        }
    }

    /// Sets the display's refreshes by the video's frames again.
    func realign() { timeline?.realign() }

    /// What time it is for the page and its recording.
    var now: PageInstant { view?.now ?? .realNow }

    /// How long ago the page began to arrive.
    var pageTime: Duration { pageBegan.duration(to: now) }

    // MARK: Beginning

    private func openPage() throws(PageError) {
        let view = try PageView(address: plan.page, options: pageOptions) { [weak self] in self?.handle($0) }
        self.view = view
        report(.loading(date: view.clock?.date))
        if plan.options.acceptsBadCertificates && plan.page.description.hasPrefix("https:") {
            warn("Certificates are not checked (--insecure): whoever sits on the way can change the page.")
        }
        pageBegan = view.now
        began = view.now
        view.load()
        if let clock = view.clock {
            let timeline = PageTimeline(view: view, clock: clock) { [weak self] in self?.handle($0) }
            self.timeline = timeline
            timeline.skipsRest = !plan.takesFrames
            // Not passed over, wherever the page rests.
            timeline.schedule(at: began.advanced(by: plan.startTimeout)) {}
            timeline.start()
            return
        }
        timers.append(OneShotTimer(after: plan.startTimeout) { [weak self] in self?.startTimedOut() })
    }

    func startTimedOut() {
        guard case .waiting(let gate) = state else { return }
        guard view?.hasArrived == true else {
            let message =
                "The page \(plan.page) cannot be loaded: no answer came within \(plan.startTimeout.text) "
                + "(--start-timeout)."
            return end(.page(PageError(.cannotLoad, message)))
        }
        var advice = ""
        if gate.awaitsSignal {
            advice = " To record without a signal, use --start-on load"
            advice += plan.duration == nil ? " with --duration." : "."
        }
        if isHeldForTooLong, let request = view?.requestsUnderWay.first {
            advice =
                " The page's time stands still, as the request for \(request) has no answer; --network run lets time "
                + "pass meanwhile, --clock realtime always."
        }
        end(
            .recording(
                RecordingError(
                    .neverStarted,
                    "The recording never started: waited \(plan.startTimeout.text) (--start-timeout) for "
                        + "\(gate.description).\(advice)")))
    }

    // MARK: While it runs

    /// Sets the timer that ends the recording by itself, after its start and
    /// each resume.
    func scheduleLimit() {
        limitTimer = nil
        guard case .recording(let sampler) = state, let (limit, reason) = plan.limit,
            let instant = sampler.clock.instant(of: RecordingTime(limit))
        else { return }
        // Every step looks whether the limit is reached; one must end there.
        if let timeline { return timeline.schedule(at: instant) {} }
        limitTimer = OneShotTimer(after: PageInstant.realNow.duration(to: instant)) { [weak self] in
            self?.limitReached(limit, reason, at: instant)
        }
    }

    /// Ends a page that is followed for too long.
    func limitPageTime() {
        guard let longest = plan.longestPageTime else { return }
        if let timeline {
            timeline.schedule(at: pageBegan.advanced(by: longest)) { [weak self] in self?.pageTimeReached(longest) }
        } else {
            timers.append(OneShotTimer(after: longest) { [weak self] in self?.pageTimeReached(longest) })
        }
    }

    private func pageTimeReached(_ longest: Duration) {
        // A document that has taken the place of another has its own time.
        guard pageBegan.duration(to: now) >= longest else { return }
        switch state {
        case .waiting: startTimedOut()
        case .recording: end(.reason(.longestDuration, at: now))
        case .ended: break
        }
    }

    func limitReached(_ limit: Duration, _ reason: ExitReason, at instant: PageInstant) {
        if reason == .longestDuration {
            warn("The page's stop did not come within \(limit.text) (--max-duration); the recording ends here.")
        }
        end(.reason(reason, at: instant))
    }

    func reportProgress() {
        progressTask = Task { [weak self] in
            while !Task.isCancelled {
                guard let self, case .recording(let sampler) = state else { return }
                report(
                    .progress(
                        TakeProgress(
                            time: sampler.clock.time(at: now).sinceStart, frames: sampler.frames,
                            repeated: sampler.repeated,
                            isPaused: !sampler.clock.isRunning, title: view?.title ?? "")))
                // On the virtual clock each picture is looked at.
                if timeline == nil, plan.takesFrames, let view { lookAgain(at: view) }
                do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
            }
        }
    }

    /// Warns of something; a page that repeats itself is cut short.
    func warn(_ text: String) {
        guard warnings < Self.mostWarnings else { return }
        warnings += 1
        report(.warning(text))
        guard warnings == Self.mostWarnings else { return }
        report(.warning("There were more warnings than \(Self.mostWarnings); no more are shown."))
    }

    private static let mostWarnings = 100

    func pageHung() {
        let message = hangMessage
        switch state {
        case .waiting:
            end(.page(PageError(.hung, "\(message); nothing had been recorded yet.")))
        case .recording:
            warn("\(message); the recording ends here.")
            end(.reason(.hung, at: now))
        case .ended:
            break
        }
    }

    // MARK: Ending

    /// Ends the take, once.
    func end(_ ending: Ending) {
        guard self.ending == nil else { return }
        self.ending = ending
        endedAt = pageTime
        // Frames that are taken while the end is on its way belong to nobody.
        if case .reason(_, let instant) = ending, case .recording(let sampler) = state { sampler.halt(at: instant) }
        whenEnded?.resume(returning: ending)
        whenEnded = nil
    }

    private func waitForEnding() async -> Ending {
        if let ending { return ending }
        return await withCheckedContinuation { whenEnded = $0 }
    }

    /// Ends what runs, takes the last frames, and sums up.
    private func finish(_ ending: Ending) async -> TakeResult {
        limitTimer = nil
        timers = []
        watchdog = nil
        timeline?.interrupt()
        progressTask?.cancel()
        waitTask?.cancel()
        var sampler: (any Sampler)?
        if case .recording(let running) = state { sampler = running }
        if case .reason(let reason, let instant) = ending, let need = await lateNeed(after: reason, at: instant) {
            return result(.needsLayers(need), frames: 0, sampler)
        }
        warnOfUnseenCalls()
        state = .ended
        switch ending {
        case .page(let error): return result(.page(error), frames: 0, sampler)
        case .recording(let error): return result(.recording(error), frames: 0, sampler)
        case .needsLayers(let need): return result(.needsLayers(need), frames: 0, sampler)
        case .reason(let reason, let instant):
            guard let sampler, plan.takesFrames, reason != .cancelled else {
                await timeline?.stop()
                return result(.reason(reason), frames: sampler?.frames ?? 0, sampler)
            }
            report(.finishing)
            await timeline?.stop()
            let frames = await sampler.stop(at: instant, pageIsAlive: reason != .hung && reason != .crashed)
            return result(.reason(reason), frames: frames, sampler)
        }
    }

    private func result(_ outcome: TakeResult.Outcome, frames: Int, _ sampler: (any Sampler)?) -> TakeResult {
        TakeResult(
            outcome: outcome, frames: frames, repeated: sampler?.repeated ?? 0,
            title: view?.title ?? plan.page.description, rendering: choice.rendering, renderingReason: choice.reason,
            pageTime: endedAt)
    }
}
