internal import Encoder
internal import Frames
internal import PageSampler

/// One recording from plan to summary.
///
/// Lives on the main actor, whose loop ``MainLoop`` drives; the encoder has
/// a thread of its own. It runs once.
@MainActor
public final class Recording {
    /// What is to be recorded, on an engine on which the virtual clock is not exact as it can be.
    public internal(set) var plan: RecordingPlan

    /// Why a recording ends.
    enum Ending: Sendable {
        case reason(RecordingSummary.ExitReason, at: RecordingClock.Instant)
        case failure(any Error)
        /// Something came up that has to be composited, after it was decided
        /// to do without.
        case needsLayers
    }

    enum State {
        /// Something that the start gate asks for has not happened.
        case waiting(StartGate)
        /// Frames are taken, or left out in a pause.
        case recording(any Sampler)
        /// Nothing the page does matters any more.
        case ended
    }

    let onEvent: @MainActor (RecordingEvent) -> Void
    let selfTest: SelfTest
    var state: State
    var signals: [RecordingSummary.Signal] = []
    var chapters: [Chapter] = []
    var warnings: [String] = []
    /// What is wrong with the page's signals.
    var mistakes: [CheckReport.Mistake] = []
    var pageBegan: RecordingClock.Instant
    var view: PageView?

    /// How the picture is made, and why.
    var choice: RenderingChoice
    /// What the page's virtual wall clock showed at first, in milliseconds since
    /// 1970; a second take shows it again.
    private(set) var firstDate: Int64?
    /// When the recording came to its end, in time since the page began to
    /// arrive.
    private(set) var endedAt: Duration?
    /// Whether a first take is over and a second has not begun.
    var isBetweenTakes = false
    /// Whether somebody ended the recording just then.
    private(set) var wasInterruptedBetweenTakes = false

    /// When pictures are still to be taken.
    var awaitedMoments: [PictureMoment]
    /// Takes those pictures.
    var onStill: @MainActor (Still) -> Void = { _ in }

    private var ending: Ending?
    private var whenEnded: CheckedContinuation<Ending, Never>?
    var timers: [OneShotTimer] = []
    private var limitTimer: OneShotTimer?
    private var progressTask: Task<Void, Never>?
    var waitTask: Task<Void, Never>?
    /// The step that is being done, in real time.
    var lastStep: Task<Void, Never>?
    var watchdog: PageWatchdog?
    /// When loading began, in the page's time.
    var began: RecordingClock.Instant
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
    private var isHung = false
    var pipeline: MoviePipeline?

    /// Plans to record; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: What is to be recorded.
    ///   - onEvent: Hears what happens, on the main actor.
    public init(_ plan: RecordingPlan, onEvent: @escaping @MainActor (RecordingEvent) -> Void = { _ in }) {
        self.plan = plan
        self.onEvent = onEvent
        selfTest = SelfTest(for: plan.pageOptions)
        state = .waiting(StartGate(plan))
        awaitedMoments = plan.moments
        choice = RenderingChoice(plan)
        pageBegan = SuspendingClock.now
        began = pageBegan
    }

    /// Records the page and finishes the file.
    ///
    /// - Returns: What came of it. A page that cancelled, crashed or hung is
    ///   a result, told by its exit reason, not an error.
    /// - Throws: ``PageError``, ``EncoderError`` or ``RecordingError``; then
    ///   no file was written and an old one is untouched.
    public func run() async throws -> RecordingSummary {
        let begun = SuspendingClock.now
        do {
            try plan.validate()
            try await trustClock()
            if case .failure(let error) = ending { throw error }
            if !plan.isRehearsal {
                let pipeline = try MoviePipeline(plan)
                self.pipeline = pipeline
                for warning in pipeline.warnings { warn(warning) }
            }
            try openPage()
            var ending = await waitForEnding()
            if await needsSecondTake(after: ending) {
                try await beginAgain()
                try await trustClock()
                if !plan.isRehearsal { pipeline = try MoviePipeline(plan) }
                try openPage()
                ending = await waitForEnding()
            }
            let summary = try await finish(ending, begun: begun)
            close()
            return summary
        } catch {
            await pipeline?.discard()
            close()
            throw error
        }
    }

    /// Ends the recording from outside; the file is finished.
    public func interrupt() {
        switch state {
        case .waiting:
            end(
                .failure(
                    RecordingError(.interrupted, "Stopped before the recording began; nothing was written.")))
        case .recording:
            end(.reason(.interrupted, at: now))
        case .ended:
            wasInterruptedBetweenTakes = isBetweenTakes
        }
    }

    /// Removes what has been written so far, at once; the process ends next.
    public func abort() { pipeline?.abort() }

    /// Sets the display's refreshes by the video's frames again.
    func realign() { timeline?.realign() }

    /// What time it is for the page and its recording.
    var now: RecordingClock.Instant { view?.now ?? SuspendingClock.now }

    /// How long ago the page began to arrive.
    var pageTime: Duration { pageBegan.duration(to: now) }

    // MARK: Beginning

    private func openPage() throws {
        onEvent(.loading(plan.page.description))
        let view = try PageView(address: plan.page, options: pageOptions) { [weak self] in self?.handle($0) }
        self.view = view
        firstDate = view.clock?.date
        if plan.pageOptions.acceptsBadCertificates && plan.page.description.hasPrefix("https:") {
            warn("Certificates are not checked (--insecure): whoever sits on the way can change the page.")
        }
        pageBegan = view.now
        began = view.now
        view.load()
        if let clock = view.clock {
            let timeline = PageTimeline(view: view, clock: clock) { [weak self] in self?.handle($0) }
            self.timeline = timeline
            timeline.skipsRest = plan.isRehearsal
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
            return end(.failure(PageError(.cannotLoad, message)))
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
            .failure(
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
        guard case .recording(let sampler) = state, let (limit, reason) = limit,
            let instant = sampler.clock.instant(of: limit)
        else { return }
        // Every step looks whether the limit is reached; one must end there.
        if let timeline { return timeline.schedule(at: instant) {} }
        limitTimer = OneShotTimer(after: SuspendingClock.now.duration(to: instant)) { [weak self] in
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

    func limitReached(
        _ limit: Duration, _ reason: RecordingSummary.ExitReason, at instant: RecordingClock.Instant
    ) {
        if reason == .longestDuration {
            warn("The page's stop did not come within \(limit.text) (--max-duration); the recording ends here.")
        }
        end(.reason(reason, at: instant))
    }

    var limit: (Duration, RecordingSummary.ExitReason)? {
        switch (plan.duration, plan.longestDuration) {
        case (let duration?, let longest?) where longest < duration: (longest, .longestDuration)
        case (let duration?, _): (duration, .duration)
        case (nil, let longest?): (longest, .longestDuration)
        case (nil, nil): nil
        }
    }

    func reportProgress() {
        progressTask = Task { [weak self] in
            while !Task.isCancelled {
                guard let self, case .recording(let sampler) = state else { return }
                onEvent(
                    .progress(
                        RecordingProgress(
                            time: sampler.clock.time(at: now), frames: sampler.frames,
                            repeated: sampler.repeated, bytes: await pipeline?.bytesWritten ?? 0, limit: limit?.0,
                            isPaused: !sampler.clock.isRunning)))
                // On the virtual clock each picture is looked at.
                if timeline == nil, pipeline != nil, let view { lookAgain(at: view) }
                do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
            }
        }
    }

    /// Warns of something; a page that repeats itself is cut short.
    func warn(_ text: String) {
        guard warnings.count < Self.mostWarnings else { return }
        warnings.append(text)
        onEvent(.warning(text))
        if warnings.count == Self.mostWarnings {
            let last = "There were more warnings than \(Self.mostWarnings); no more are shown."
            warnings.append(last)
            onEvent(.warning(last))
        }
    }

    private static let mostWarnings = 100

    func pageHung() {
        isHung = true
        let message = hangMessage
        switch state {
        case .waiting:
            end(.failure(PageError(.hung, "\(message); nothing had been recorded yet.")))
        case .recording:
            warn("\(message); the recording ends here.")
            end(.reason(.hung, at: now))
        case .ended:
            break
        }
    }

    // MARK: Ending

    /// Ends the recording, once.
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

    func stopTimers() {
        limitTimer = nil
        timers = []
        watchdog = nil
        timeline?.interrupt()
        progressTask?.cancel()
        waitTask?.cancel()
    }

    /// Ends a first take and forgets what the page did in it.
    func closeTake() async {
        stopTimers()
        state = .ended
        await timeline?.stop()
        await pipeline?.discard()
        view?.close()
        (view, timeline, pipeline) = (nil, nil, nil)
        (signals, chapters, warnings, mistakes) = ([], [], [], [])
        (heldForStart, isHeldUp, hasLeftWorker, hasNavigated) = (.zero, false, false, false)
        awaitedMoments = plan.moments
        ending = nil
        state = .waiting(StartGate(plan))
    }

    private func close() {
        state = .ended
        stopTimers()
        // A process that spins would outlive this one by seconds.
        if isHung { view?.terminate() }
        view?.close()
        view = nil
    }
}
