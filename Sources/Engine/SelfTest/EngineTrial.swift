internal import EngineLink
internal import Frames
internal import PageSampler

/// One recording of the self-test's page: as any other, but that its pictures are read and not encoded.
///
/// Lives on the main actor and runs once.
@MainActor
final class EngineTrial {
    private let variant: EngineVariant
    private let options: PageOptions
    private var view: PageView?
    private var timeline: PageTimeline?
    private var sampler: VirtualFrameSampler?
    private let pool: PixelBufferPool
    private let queue: FrameQueue
    private var reader: Task<Void, Never>?
    private var readings: [Int: BarCodeReading] = [:]
    /// What the page's processes had worked when they were last at rest.
    private var workAtRest = Duration.zero
    private var progress = Progress.running

    private enum Progress {
        /// Nobody waits for the end yet.
        case running
        /// The end is waited for.
        case awaited(CheckedContinuation<EngineVerdict.Failure?, Never>)
        /// It has ended, with or without a failure.
        case over(EngineVerdict.Failure?)
    }

    private var isOver: Bool {
        if case .over = progress { true } else { false }
    }

    /// Frames a second, and how many are taken.
    private static let frameRate = FrameRate.thirty
    private static let frames = 10
    /// How long in real time the page may take to come to rest; it takes milliseconds.
    private static let patience = Duration.seconds(2)
    /// The most work without coming to rest: all of the test takes less.
    ///
    /// A page that has worked for less has had no processor.
    private static let mostWork = Duration.milliseconds(1500)
    /// The longest that all of it may take: a machine that is busy with other things may let a page wait for long.
    private static let limit = Duration.seconds(60)
    /// The most of the page's time before its start, and from then on.
    private static let longestTime = Duration.seconds(5)

    /// Prepares; nothing starts yet.
    ///
    /// - Parameters:
    ///   - variant: How pictures are made.
    ///   - plan: Whose scale and sandbox the page has.
    init(_ variant: EngineVariant, like plan: PageOptions) {
        self.variant = variant
        var options = PageOptions()
        options.size = BarCodePage.size
        options.scale = plan.scale
        options.isSandboxed = plan.isSandboxed
        options.rendering = variant.rendering
        options.isTransparent = variant.isTransparent
        options.virtualTime = VirtualTime()
        options.virtualTime?.refreshRate = Self.frameRate
        options.virtualTime?.patience = Self.patience
        self.options = options
        pool = PixelBufferPool(ofRecording: options.pixelSize, hasAlpha: variant.isTransparent)
        queue = FrameQueue(of: pool)
    }

    /// Records the page and judges its pictures.
    ///
    /// - Parameter plan: How the first page of this process is going to be shown.
    /// - Throws: `missingComponent`, if no page can be shown here, or `invalidOption`.
    func run(before plan: PageOptions) async throws(PageError) -> EngineVerdict {
        let page = try PageProbe.makePage(
            BarCodePage.html(isTransparent: variant.isTransparent), options: plan)
        let view = try PageView(address: page, options: options) { [weak self] in self?.handle($0) }
        self.view = view
        guard let clock = view.clock else { return EngineVerdict(.unpreloaded) }
        let limit = Task { [weak self] in
            try await Task.sleep(for: Self.limit)
            self?.end(.tooSlow)
        }
        defer { limit.cancel() }
        view.load()
        let timeline = PageTimeline(view: view, clock: clock) { [weak self] in self?.handle($0) }
        self.timeline = timeline
        timeline.start()
        let failure = await waitForEnd()
        reader?.cancel()
        queue.discard()
        timeline.interrupt()
        // A process that spins would outlive this one, and no step of its ends.
        if failure != nil { view.terminate() }
        await timeline.stop()
        view.close()
        if let failure { return EngineVerdict(failure) }
        let places = 0..<Self.frames
        return EngineVerdict(
            places.map { readings[$0] },
            at: places.map { Double(Self.frameRate.time(ofFrame: $0).wholeNanoseconds) / 1e6 })
    }

    // MARK: What happens

    private func handle(_ event: PageEvent) {
        switch event {
        case .signalled(let event): start(at: event.instant)
        case .failed, .crashed: end(.crashed)
        default: break
        }
    }

    private func handle(_ event: PageTimeline.Event) {
        guard !isOver, let view, let clock = view.clock else { return }
        switch event {
        case .stuck:
            // Less than it was where the page before has gone meanwhile.
            let work = clock.work
            workAtRest = min(workAtRest, work)
            if work - workAtRest > Self.mostWork { return end(.restless) }
            timeline?.start()
        case .held, .leftWorker:
            break
        case .moved:
            workAtRest = clock.work
            if view.hasArrived && !clock.isInUse { return end(.unpreloaded) }
            guard let sampler else {
                if clock.time > Self.longestTime { end(.neverStarted) }
                return
            }
            // Pictures that do not come are missing.
            if sampler.clock.time(at: clock.instant) > RecordingTime(Self.longestTime) { end(nil) }
        }
    }

    private func start(at instant: PageInstant) {
        guard let view, let timeline, sampler == nil, !isOver else { return }
        let sampler = VirtualFrameSampler(
            view: view, frameRate: Self.frameRate, capture: .view, queue: queue, pool: pool, start: instant,
            limit: Self.frames)
        self.sampler = sampler
        reader = Task { [queue, options, weak self] in
            for await frame in queue {
                self?.take(BarCodeReading(frame.pixels, scale: options.scale), at: frame.index)
            }
        }
        timeline.take(with: sampler)
    }

    private func take(_ reading: BarCodeReading, at place: Int) {
        readings[place] = reading
        if place == Self.frames - 1 { end(nil) }
    }

    /// Ends the waiting; only the first end counts.
    private func end(_ failure: EngineVerdict.Failure?) {
        let before = progress
        guard !isOver else { return }
        progress = .over(failure)
        if case .awaited(let waiting) = before { waiting.resume(returning: failure) }
    }

    private func waitForEnd() async -> EngineVerdict.Failure? {
        if case .over(let failure) = progress { return failure }
        return await withCheckedContinuation { progress = .awaited($0) }
    }
}
