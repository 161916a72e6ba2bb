private import Dispatch
internal import EngineLink
internal import Frames
internal import PageRenderer

/// A page's time is the machine's.
@MainActor
final class RealCourse: PageCourse {
    private weak var take: EngineTake?
    private let view: PageView
    private let plan: TakePlan
    private var timers: [OneShotTimer] = []
    private var limitTimer: OneShotTimer?
    private var watchdog: PageWatchdog?
    /// Captures the page's sound.
    private var listening: Task<Void, Never>?
    /// Looks at the page during its recording.
    private var looking: Task<Void, Never>?
    /// The input that was begun last.
    private var input: Task<Void, Never>?
    var onPicture: (@MainActor () -> Void)?

    /// The page may do otherwise in another take.
    var isRepeatable: Bool { false }
    var standstill: String? { nil }
    var hangMessage: String { "The page has not answered for \(plan.hangTimeout.text) (--hang-timeout)" }

    /// Creates the course of a page.
    init(of view: PageView, for take: EngineTake) {
        self.take = take
        self.view = view
        plan = take.plan
    }

    func begin() {
        listening = repeating(every: .milliseconds(100)) { take in take.sound?.advance(to: take.now) }
        timers.append(OneShotTimer(after: plan.startTimeout) { [weak take] in take?.loadTimedOut() })
    }

    func documentCommitted() {
        guard watchdog == nil else { return }
        watchdog = PageWatchdog(view: view, limit: plan.hangTimeout) { [weak take] in take?.pageHung() }
    }

    func sampler(from start: PageInstant) -> any Sampler {
        looking = repeating(every: .milliseconds(200)) { [weak self] take in
            self?.onPicture?()
            take.warnOfStandstill()
        }
        guard let take, plan.takesFrames else {
            return FrameCounter(view: view, frameRate: plan.frameRate, start: start)
        }
        return FrameSampler(take.samplerSettings(of: view, from: start))
    }

    func atStart(_ body: @escaping @MainActor () async -> Void) { Task { await body() } }

    func realign() {}

    func schedule(at instant: PageInstant, _ body: @escaping @MainActor () -> Void) {
        timers.append(timer(at: instant, body))
    }

    func perform(at instant: PageInstant, _ action: @escaping @MainActor () async -> Void) {
        schedule(at: instant) { [weak self] in
            let before = self?.input
            self?.input = Task {
                await before?.value
                await action()
            }
        }
    }

    /// The display is refreshed at other instants, which nobody knows before.
    func refresh(notBefore instant: PageInstant) -> PageInstant { instant }

    func capture(at instant: PageInstant, _ draw: @escaping @MainActor () async -> PageTimeline.Completion?) {
        schedule(at: instant) { Task { await draw()?() } }
    }

    func captureAtRefresh(_ draw: @escaping @MainActor () async -> PageTimeline.Completion?) {
        Task { [weak self] in
            guard let self else { return }
            _ = await view.waitForPicture()
            capture(at: view.now.advanced(by: Self.displayLatency), draw)
        }
    }

    /// How long a composited picture takes from the page to the view at most: three refreshes of the display.
    private static let displayLatency = Duration.milliseconds(50)

    func limit(at instant: PageInstant?, _ body: @escaping @MainActor () -> Void) {
        limitTimer = instant.map { timer(at: $0, body) }
    }

    private func timer(at instant: PageInstant, _ body: @escaping @MainActor () -> Void) -> OneShotTimer {
        OneShotTimer(after: PageInstant.realNow.duration(to: instant), body)
    }

    /// Calls a closure again and again until the task is cancelled or the take is gone.
    private func repeating(
        every interval: Duration, _ body: @escaping @MainActor (EngineTake) -> Void
    ) -> Task<Void, Never> {
        Task { [weak take] in
            while !Task.isCancelled {
                guard let take else { return }
                body(take)
                do { try await Task.sleep(for: interval) } catch { return }
            }
        }
    }

    /// Whatever could ever need it: there is no second take.
    func layerNeedAtStart() async -> String? { await view.possibleCompositingNeed() }

    /// Only the inspector finds it, which a page in real time does not have.
    func layerNeed() async -> String? { nil }

    func interrupt() {
        timers = []
        limitTimer = nil
        watchdog = nil
        listening?.cancel()
        looking?.cancel()
    }

    func stop() async {}

    func runOn(from instant: PageInstant, for length: Duration) async {
        // A cancelled take drops the sound that it would wait for.
        try? await Task.sleep(for: length)
    }

    func reportFaults() {}
}

/// Calls a closure once, on the main actor, unless it is released before.
@MainActor
final class OneShotTimer {
    private let source: any DispatchSourceTimer

    /// Starts the timer, which runs as long as it is referenced.
    init(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
        source = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated(body) }
        source.schedule(deadline: .now() + .nanoseconds(max(0, delay.wholeNanoseconds)))
        source.activate()
    }

    isolated deinit { source.cancel() }
}
