internal import EngineLink
internal import Frames
internal import PageRenderer

/// One recording of the self-test's page, whose pictures are read instead of encoded.
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
    /// The CPU time of the page's processes when they were last idle.
    private var workAtRest = Duration.zero
    /// How the trial has ended: with or without a failure.
    private let ending = Promise<EngineVerdict.Failure?>()
    /// Whether other processes kept the page from becoming idle in time.
    private var wasStarved = false

    private var isOver: Bool { ending.current != nil }

    /// The frame rate and the number of frames.
    private static let frameRate = FrameRate.thirty
    private static let frames = 10
    /// The timeout, in real time, for the page to become idle; it takes milliseconds.
    private static let patience = Duration.seconds(2)
    /// The CPU time after which a page that is not idle counts as restless.
    ///
    /// The whole test takes less. A page that used less was starved by other processes.
    private static let mostWork = Duration.milliseconds(1500)
    /// The timeout of the whole trial; it is long because a busy machine can delay a page.
    private static let limit = Duration.seconds(60)
    /// The longest page time before the start, and the longest after it.
    private static let longestTime = Duration.seconds(5)

    /// Stores the arguments; the work begins with `run`.
    ///
    /// - Parameters:
    ///   - variant: The rendering configuration.
    ///   - plan: The options from which the scale and the sandbox are taken.
    init(_ variant: EngineVariant, like plan: PageOptions) {
        self.variant = variant
        var options = PageOptions()
        options.size = BarCodePage.size
        options.scale = DeviceScale(plan.scale.screen) ?? .one
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

    /// Records the page and evaluates its pictures.
    ///
    /// - Parameter plan: The options of the first page of this process.
    /// - Throws: `missingComponent` if no page can be shown on this machine, or `invalidPlan`.
    func run(before plan: PageOptions) async throws(PageError) -> EngineVerdict {
        let page = try PageProbe.makePage(
            BarCodePage.html(isTransparent: variant.isTransparent), options: plan)
        let view = try PageView(address: page, options: options) { [weak self] in self?.handle($0) }
        self.view = view
        guard let clock = view.clock else { return EngineVerdict(.unpreloaded) }
        let limit = Task { [weak self] in
            try await Task.sleep(for: Self.limit)
            self?.ending.keep(.tooSlow)
        }
        defer { limit.cancel() }
        view.load()
        let timeline = PageTimeline(view: view, clock: clock) { [weak self] in self?.handle($0) }
        self.timeline = timeline
        timeline.start()
        let failure = await ending.value()
        reader?.cancel()
        queue.discard()
        timeline.interrupt()
        // A process that spins never finishes a step and would outlive this one.
        if failure != nil { view.terminate() }
        await timeline.stop()
        view.close()
        if let failure { return EngineVerdict(failure) }
        let places = 0..<Self.frames
        let verdict = EngineVerdict(
            places.map { readings[$0] },
            at: places.map { Double(Self.frameRate.time(ofFrame: $0).wholeNanoseconds) / 1e6 })
        return wasStarved && !verdict.isExact ? EngineVerdict(.tooSlow) : verdict
    }

    // MARK: Events

    private func handle(_ event: PageEvent) {
        switch event {
        case .signalled(let event): start(at: event.instant)
        case .failed, .crashed: ending.keep(.crashed)
        default: break
        }
    }

    private func handle(_ event: PageTimeline.Event) {
        guard !isOver, let view, let clock = view.clock else { return }
        switch event {
        case .stuck:
            // It can decrease when the previous page is gone.
            let work = clock.work
            workAtRest = min(workAtRest, work)
            if work - workAtRest > Self.mostWork { return ending.keep(.restless) }
            // The interrupted step may have lost its picture.
            wasStarved = true
            timeline?.start()
        case .held, .leftWorker, .keptPace, .worked:
            break
        case .moved:
            workAtRest = clock.work
            if view.hasArrived && !clock.isInUse { return ending.keep(.unpreloaded) }
            guard let sampler else {
                if clock.time > Self.longestTime { ending.keep(.neverStarted) }
                return
            }
            // Pictures that do not arrive count as missing.
            if sampler.clock.time(at: clock.instant) > RecordingTime(Self.longestTime) { ending.keep(nil) }
        }
    }

    private func start(at instant: PageInstant) {
        guard let view, let timeline, sampler == nil, !isOver else { return }
        let sampler = VirtualFrameSampler(
            SamplerSettings(
                view: view, frameRate: Self.frameRate, capture: .view, queue: queue, pool: pool, start: instant,
                limit: Self.frames))
        self.sampler = sampler
        reader = Task { [queue, options, weak self] in
            for await frame in queue {
                self?.take(BarCodeReading(frame.pixels, scale: options.scale.screen), at: frame.index)
            }
        }
        timeline.take(with: sampler)
    }

    private func take(_ reading: BarCodeReading, at place: Int) {
        readings[place] = reading
        if place == Self.frames - 1 { ending.keep(nil) }
    }
}
