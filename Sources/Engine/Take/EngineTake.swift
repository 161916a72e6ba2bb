internal import EngineLink
internal import Frames
internal import PageRenderer

/// One take: a page from its address to its last frame.
///
/// It runs once, on the main actor. Each event is sent to the command at once, so
/// that the command knows all of them when this process dies.
@MainActor
final class EngineTake {
    /// What to record; changed to real time on an engine whose virtual clock is
    /// not exact.
    var plan: TakePlan

    /// Why a take ends.
    enum Ending: Sendable {
        case reason(ExitReason, at: PageInstant)
        case failed(PageError)
        /// The page has to be loaded again, in another way.
        case needsAnother(TakeNeed)
    }

    enum State {
        /// A condition of the start gate is not met yet.
        case waiting(StartGate)
        /// The recording runs or is paused.
        case recording(any Sampler)
        /// The take has ended; events of the page are ignored.
        case ended
    }

    let send: @MainActor (EngineReport) -> Void
    let selfTest: SelfTest
    /// The destination of frames, and the memory of all pictures.
    let sender: FrameSender
    let pool: PixelBufferPool

    var state: State
    var pageBegan: PageInstant
    var view: PageView?
    /// The rendering and the reason for it.
    var choice: RenderingChoice
    /// The moments whose pictures are still to be captured.
    var awaitedMoments: [PictureMoment]
    /// The numbers of reported signals, chapters, captions and mistakes; a page could send them forever.
    var reportedSignals = 0
    var reportedChapters = 0
    var reportedCaptions = 0
    var reportedMistakes = 0
    private var reportedActivities = 0
    /// The highest number of each that is reported.
    static let mostSignals = 10_000

    /// The page's errors so far.
    var errors = PageErrors()
    var ending: Ending?
    /// When the take ended, counted from the document's time origin.
    var endedAt = Duration.zero
    var whenEnded: CheckedContinuation<Ending, Never>?
    private var warnings = 0
    var progressTask: Task<Void, Never>?
    var waitTask: Task<Void, Never>?
    /// Input for the page.
    private(set) lazy var steps = StepRunner(plan.steps, of: self)
    /// What viewers see of the steps; `nil` if they are not shown.
    private(set) lazy var inputDisplay = plan.pointer.map { _ in InputDisplay() }
    /// What the frames show of the view.
    private(set) lazy var camera = PageCamera(
        plan.options.size, scale: plan.options.scale, following: inputDisplay)
    /// Makes frames of the page's pictures; `nil` if they are the same.
    private(set) lazy var overlay =
        plan.pointer == nil && plan.pageMagnification == 1
        ? nil : FrameOverlay(plan, display: inputDisplay, camera: camera)
    /// What measures the take's work, if it is reported.
    private(set) lazy var work = plan.measuresWork ? WorkMeter() : nil
    /// Whether it was said that a page with an error stands still.
    var hasWarnedOfStandstill = false
    /// Whether another document replaced the page while frames were captured.
    var hasNavigated = false
    /// What captures the page's sound, if it is recorded.
    var sound: SoundSampler?
    /// How the page's time passes; `nil` before the page is requested.
    var course: (any PageCourse)?

    /// Plans a take; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: What to record.
    ///   - cache: The cache of self-test results.
    ///   - sender: Where frames go.
    ///   - pool: The shared memory of the pictures.
    ///   - send: Sends a report to the command.
    init(
        _ plan: TakePlan, cache: VerdictCache, sender: FrameSender, pool: PixelBufferPool,
        send: @escaping @MainActor (EngineReport) -> Void
    ) {
        self.plan = plan
        self.send = send
        self.sender = sender
        self.pool = pool
        selfTest = SelfTest(for: plan.pageOptions, cache: cache)
        state = .waiting(
            StartGate(
                plan.start, addresses: plan.options.signalAddresses, element: plan.awaitedElement))
        awaitedMoments = plan.moments
        choice = RenderingChoice(plan)
        pageBegan = .realNow
    }

    /// Runs the take.
    func run() async -> TakeResult {
        do throws(PageError) {
            try await trustClock()
            // The take may have been ended in the meantime.
            if ending == nil { try openPage() }
        } catch {
            end(.failed(error))
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
                .failed(PageError(.interrupted, "Stopped before the recording began; nothing was written.")))
        case .recording: end(.reason(.interrupted, at: now))
        case .ended: break
        }
    }

    /// Sends an event to the command.
    func report(_ event: RecordingEvent) { send(.event(event)) }

    /// Reports what happens in the page beyond its signals, if the plan says so.
    func note(_ activity: PageActivity) {
        guard plan.options.reportsActivity, reportedActivities <= PageActivity.most else { return }
        reportedActivities += 1
        report(.activity(reportedActivities > PageActivity.most ? .more : activity))
    }

    /// The current time of the page and its recording.
    var now: PageInstant { view?.now ?? .realNow }

    /// The time since the page began to arrive.
    var pageTime: Duration { pageBegan.duration(to: now) }

    /// Whether a first step without a time can begin: the recording has, or it does not begin by itself and the page is
    /// loaded.
    var isReadyForSteps: Bool {
        switch state {
        case .waiting:
            let beginsByItself = plan.start == .load && plan.awaitedElement == nil && plan.moments.isEmpty
            return !beginsByItself && view?.isLoaded == true
        case .recording, .ended: return true
        }
    }

    /// Whether there is a recording, or only pictures are captured.
    var hasBegun: Bool {
        if case .waiting = state { return !plan.moments.isEmpty }
        return true
    }

    // MARK: Beginning

    private func openPage() throws(PageError) {
        let view = try PageView(address: plan.page, options: pageOptions) { [weak self] in self?.handle($0) }
        self.view = view
        report(.loading(date: view.clock?.date))
        note(.engine("WebKitGTK \(PageProbe.engineVersion)"))
        if plan.options.acceptsBadCertificates && plan.page.description.hasPrefix("https:") {
            warn("Certificates are not checked (--insecure): anyone on the network path can change the page.")
        }
        if plan.page.origin == nil, !plan.options.headers.isEmpty || !plan.options.cookies.isEmpty {
            warn("The page is a local file, so headers and cookies have no effect. --serve loads it from a server.")
        }
        for text in plan.warnings { warn(text) }
        pageBegan = view.now
        sound = SoundSampler(of: view) { [sender] in sender.send($0.samples, at: $0.position) }
        if plan.options.sound != .off, let failure = view.soundFailure {
            warn("The page is recorded without its sound: \(failure.message)")
            sender.sendSilence()
        }
        view.load()
        let course: any PageCourse =
            if let clock = view.clock { VirtualCourse(of: view, clock, for: self) } else {
                RealCourse(of: view, for: self)
            }
        self.course = course
        course.begin()
    }

    func startTimedOut() {
        guard case .waiting(let gate) = state else { return }
        guard view?.hasArrived == true else {
            let message =
                "The page \(plan.page) cannot be loaded: no answer came within \(plan.startTimeout.text) "
                + "(--start-timeout)."
            return end(.failed(PageError(.cannotLoad, message)))
        }
        // The steps wait for a page that does not load.
        if !plan.moments.isEmpty, awaitedMoments.isEmpty { return end(.reason(.longestDuration, at: now)) }
        var advice = ""
        if gate.awaitsSignal {
            advice = " To record without a signal, use --start-on load"
            advice += plan.duration == nil ? " with --duration." : "."
        }
        if let request = view?.requests.unanswered.first {
            advice = " The page may be waiting for the request for \(request), which has no complete answer."
        }
        if let standstill = course?.standstill { advice = " \(standstill)" }
        let failure =
            plan.endsWhenReady
            ? "The page was not ready: waited \(plan.startTimeout.text) (--start-timeout)"
            : plan.moments.isEmpty
                ? "The recording never started: waited \(plan.startTimeout.text) (--start-timeout)"
                : "No picture was taken: waited \(plan.startTimeout.text)"
        end(.failed(PageError(.neverStarted, "\(failure) for \(gate.description).\(advice)")))
    }

    // MARK: While it runs

    /// Lets the recording end by itself, after its start and each resume.
    func scheduleLimit() {
        course?.limit(at: nil) {}
        guard case .recording(let sampler) = state, let (limit, reason) = plan.limit,
            let instant = sampler.clock.instant(of: RecordingTime(limit))
        else { return }
        course?.limit(at: instant) { [weak self] in self?.limitReached(limit, reason, at: instant) }
    }

    /// Ends the recording if it has become as long as it may.
    func checkLimit() {
        guard case .recording(let sampler) = state, let (limit, reason) = plan.limit,
            sampler.clock.time(at: now) >= RecordingTime(limit)
        else { return }
        limitReached(limit, reason, at: now)
    }

    /// Ends a page that has been followed for too long.
    func limitPageTime() {
        guard let longest = plan.longestPageTime else { return }
        course?.schedule(at: pageBegan.advanced(by: longest)) { [weak self] in self?.pageTimeReached(longest) }
    }

    private func pageTimeReached(_ longest: Duration) {
        // A document that has replaced another has a separate time origin.
        guard pageBegan.duration(to: now) >= longest else { return }
        switch state {
        case .waiting: startTimedOut()
        case .recording: end(.reason(.longestDuration, at: now))
        case .ended: break
        }
    }

    private func limitReached(_ limit: Duration, _ reason: ExitReason, at instant: PageInstant) {
        if reason == .longestDuration, ending == nil {
            warn("The page's stop did not come within \(limit.text) (--max-duration); the recording ends here.")
        }
        end(.reason(reason, at: instant))
    }

    func reportProgress() {
        progressTask = Task { [weak self] in
            while !Task.isCancelled {
                guard let self, case .recording(let sampler) = state else { return }
                reportWork()
                report(
                    .progress(
                        RecordingProgress(
                            time: sampler.clock.time(at: now).sinceStart, frames: sampler.frames,
                            repeated: sampler.repeated, limit: plan.limit?.length,
                            isPaused: !sampler.clock.isRunning, title: view?.title ?? "")))
                do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
            }
        }
    }

    /// Reports what the time was spent on, if the plan says so and there are so many spans.
    func reportWork(atLeast least: Int = 1) {
        if let spans = work?.take(atLeast: least), !spans.isEmpty { send(.work(spans)) }
    }

    /// Warns of a problem; repeated warnings are limited.
    func warn(_ text: String) {
        guard warnings < Self.mostWarnings else { return }
        warnings += 1
        report(.warning(text))
        guard warnings == Self.mostWarnings else { return }
        report(.warning("There were more warnings than \(Self.mostWarnings); no more are shown."))
    }

    private static let mostWarnings = 100

    func pageHung() {
        guard let message = course?.hangMessage else { return }
        switch state {
        case .waiting:
            end(.failed(PageError(.hung, "\(message); nothing had been recorded yet.")))
        case .recording:
            warn("\(message); the recording ends here.")
            end(.reason(.hung, at: now))
        case .ended:
            break
        }
    }

    // MARK: The start of the recording

    /// Notes that a condition of the start may have been met.
    func openGate(at instant: PageInstant, _ note: (inout StartGate) -> Void) {
        guard case .waiting(var gate) = state else { return }
        note(&gate)
        state = .waiting(gate)
        if gate.isOpen { start(at: instant) }
    }

    /// Handles a document that has begun to arrive.
    func documentCommitted() {
        if case .recording(let sampler) = state { documentReplaced(at: sampler.clock.time(at: now)) }
        guard case .waiting = state, let view else { return }
        do throws(PageError) { try course?.documentCommitted() } catch { return end(.failed(error)) }
        let before = pageBegan
        pageBegan = view.documentBeginning
        note(.restarts(by: before.duration(to: pageBegan)))
        limitPageTime()
        steps.begin()
        if plan.awaitedElement == nil { scheduleMoments(from: pageBegan) }
        guard let selector = plan.awaitedElement else { return }
        waitTask?.cancel()
        waitTask = Task { [weak self] in
            do throws(PageError) {
                guard try await view.waitForElement(selector), await view.waitForPicture(), !Task.isCancelled else {
                    return
                }
                self?.scheduleMoments(from: view.now)
                self?.openGate(at: view.now) { $0.foundElement() }
            } catch {
                self?.end(.failed(error))
            }
        }
    }

    /// Warns of the first document that replaces the page during the recording,
    /// and of each HTTP error.
    private func documentReplaced(at time: RecordingTime) {
        guard let view else { return }
        let status = view.documentStatus
        let isError = status.map { $0 >= 400 } ?? false
        // A login is expected to.
        guard isError || !hasNavigated && !plan.endsWhenReady else { return }
        hasNavigated = true
        let answer = isError ? ", which the server answered with HTTP status \(status ?? 0)" : ""
        let consequence = plan.endsWhenReady ? "" : "; the recording continues with it"
        warn("The page navigated to \(view.currentAddress) at \(time.sinceStart.text)\(answer)\(consequence).")
    }

    /// Fails before the start if the document is incomplete; a running recording
    /// continues.
    func documentBrokeOff(_ text: String) {
        if case .waiting = state { end(.failed(PageError(.cannotLoad, text))) } else { warn(text) }
    }

    /// Waits for the loaded page's picture, if that is the start.
    func documentLoaded() {
        guard plan.start == .load, case .waiting = state, let view else { return }
        Task { [weak self] in
            // If the document is replaced, its successor waits anew.
            guard await view.waitForPicture() else { return }
            self?.openGate(at: view.now) { $0.loaded() }
        }
    }

    /// What the samplers of either course capture.
    func samplerSettings(of view: PageView, from start: PageInstant) -> SamplerSettings {
        SamplerSettings(
            view: view, frameRate: plan.frameRate, capture: plan.capture, queue: sender, pool: pool, start: start,
            limit: plan.frameLimit, patience: plan.hangTimeout, overlay: overlay, work: work)
    }

    private func start(at instant: PageInstant) {
        guard let sampler = course?.sampler(from: instant) else { return }
        steps.note(.start)
        sound?.start(at: instant)
        note(.runs(from: .zero, pageTime: pageBegan.duration(to: instant)))
        state = .recording(sampler)
        if plan.takesFrames { chooseRendering() }
        scheduleLimit()
        report(.started(choice.rendering))
        reportProgress()
        if plan.endsWhenReady { endWhenReady(Readiness()) }
    }
}
