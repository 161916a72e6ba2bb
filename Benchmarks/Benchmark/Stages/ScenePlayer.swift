import EngineLink
import Frames
import PageRenderer
import Recorder

/// Plays a page on the virtual clock and sends its frames to a queue, as a recording does.
@MainActor
final class ScenePlayer {
    /// The page could not be played to the end.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let scene: Scene
    private let queue: FrameQueue
    private let pool: PixelBufferPool
    private let onStart: @MainActor () -> Void
    private var view: PageView?
    private var timeline: PageTimeline?
    private var sampler: VirtualFrameSampler?
    private var ending: Result<PageInstant, Failure>?
    private var whenEnded: CheckedContinuation<Result<PageInstant, Failure>, Never>?

    /// Creates a player.
    ///
    /// - Parameters:
    ///   - scene: The scene to play.
    ///   - queue: Where frames go; finished at the end.
    ///   - pool: The memory of the frames; at least two pictures more than the queue and its reader
    ///     hold.
    ///   - onStart: Called when the page has sent its start signal.
    init(_ scene: Scene, queue: FrameQueue, pool: PixelBufferPool, onStart: @escaping @MainActor () -> Void = {}) {
        self.scene = scene
        self.queue = queue
        self.pool = pool
        self.onStart = onStart
    }

    /// Plays the scene; the page stays open.
    ///
    /// - Returns: The number of frames.
    func play() async throws -> Int {
        var options = PageOptions()
        options.size = scene.format.size
        options.rendering = scene.rendering
        var time = VirtualTime()
        time.refreshRate = scene.format.rate
        options.virtualTime = time
        let view = try PageView(address: PageAddress(scene.page.address), options: options) { [weak self] in
            self?.handle($0)
        }
        guard let clock = view.clock else { throw Failure(description: "the page has no virtual clock") }
        self.view = view
        view.load()
        let timeline = PageTimeline(view: view, clock: clock) { [weak self] in self?.handle($0) }
        self.timeline = timeline
        timeline.start()
        let ending = await waitForEnding()
        timeline.interrupt()
        await timeline.stop()
        defer { queue.finish() }
        let instant = try ending.get()
        return await sampler?.stop(at: instant, pageIsAlive: true) ?? 0
    }

    /// Ends the page and its processes.
    func close() { view?.close() }

    private func handle(_ event: PageEvent) {
        switch event {
        case .signalled(let event) where event.signal == .start && sampler == nil: start(at: event.instant)
        case .failed(let error): end(.failure(Failure(description: "\(error)")))
        case .crashed: end(.failure(Failure(description: "the page's process crashed")))
        default: break
        }
    }

    private func start(at instant: PageInstant) {
        guard let view else { return }
        let sampler = VirtualFrameSampler(
            SamplerSettings(
                view: view, frameRate: scene.format.rate, capture: .view, queue: queue, pool: pool, start: instant,
                limit: scene.frameCount))
        self.sampler = sampler
        timeline?.take(with: sampler)
        onStart()
    }

    private func handle(_ event: PageTimeline.Event) {
        guard case .stuck = event else {
            guard let view, let sampler, sampler.clock.time(at: view.now) >= RecordingTime(.seconds(scene.seconds))
            else { return }
            sampler.halt(at: view.now)
            return end(.success(view.now))
        }
        end(.failure(Failure(description: "the page did not come to rest")))
    }

    private func end(_ result: Result<PageInstant, Failure>) {
        guard ending == nil else { return }
        ending = result
        whenEnded?.resume(returning: result)
        whenEnded = nil
    }

    private func waitForEnding() async -> Result<PageInstant, Failure> {
        if let ending { return ending }
        return await withCheckedContinuation { whenEnded = $0 }
    }
}
