internal import EngineLink
internal import Frames
private import Synchronization

/// One load of a page, through an engine.
///
/// The engine is started at once and asked for the page later. It is ended with
/// ``end()``, whatever came of the take. Any thread may use this object.
final class Take: Sendable {
    /// How a take comes to its end.
    enum Ending: Sendable {
        /// The engine says so.
        case result(TakeResult)
        /// The engine ended before it could.
        case lost(EngineProcess.End)
        /// It was ended from this side.
        case failed(any Error)
    }

    /// Where the frames come.
    var queue: FrameQueue { receiver.queue }
    /// How long the video is so far, in frames.
    var frameCount: Int { receiver.frameCount }

    private let plan: TakePlan
    private let engine: EngineProcess
    private let receiver: FrameReceiver
    private let progress = Progress()

    /// What tasks wait for.
    private final class Progress: Sendable {
        /// Kept when the page is being loaded, or never will be.
        let loading = Promise<Void>()
        let ending = Promise<Ending>()

        func end(_ ending: Ending) {
            self.ending.keep(ending)
            loading.keep(())
        }
    }

    /// What an engine may be silent for beyond what a page may be.
    private static let patience = Duration.seconds(5)
    /// How many single pictures there is memory for: one that is drawn and one
    /// that is copied.
    private static let stillSlots = 2

    /// Starts an engine.
    ///
    /// - Parameters:
    ///   - plan: What is taken.
    ///   - onEvent: Hears what happens, in order, on the engine's thread.
    ///   - onStill: Hears of each single picture, in the same way.
    /// - Throws: `missingComponent`.
    init(
        _ plan: TakePlan, onEvent: @escaping @Sendable (TakeEvent) -> Void,
        onStill: @escaping @Sendable (PictureMoment, Duration, PixelBuffer) -> Void
    ) throws(PageError) {
        self.plan = plan
        let options = plan.options
        try ProcessLimits.check(pixelSize: options.pixelSize)
        let frames = try SharedFrames(
            size: options.pixelSize, hasAlpha: options.isTransparent,
            count: plan.takesFrames ? nil : plan.moments.isEmpty ? 0 : Self.stillSlots)
        let link = Link()
        let progress = progress
        engine = try EngineProcess(
            EngineProcess.Settings(
                pixelSize: options.pixelSize, scale: options.scale, frames: frames,
                patience: plan.hangTimeout + Self.patience)
        ) { message throws(LinkError) in
            switch message {
            case .frame(let index, let slot): try link.receiver?.receive(index: index, slot: slot)
            case .report(.take(.still(let moment, let pageTime, let slot))):
                if let picture = try link.receiver?.copyPicture(in: slot) { onStill(moment, pageTime, picture) }
            case .report(.take(let event)):
                onEvent(event)
                switch event {
                case .loading: progress.loading.keep(())
                case .ended(let result): progress.end(.result(result))
                default: break
                }
            default: break
            }
        } onEnd: { end in
            progress.end(.lost(end))
        }
        receiver = FrameReceiver(frames, over: engine.socket)
        link.connect(receiver)
    }

    /// The receiver, for an engine that is started before there is one.
    private final class Link: Sendable {
        private let connected = Mutex<FrameReceiver?>(nil)
        var receiver: FrameReceiver? { connected.withLock(\.self) }
        func connect(_ receiver: FrameReceiver) { connected.withLock { $0 = receiver } }
    }

    /// Asks for the page.
    func begin() { engine.send(.take(plan)) }

    /// Ends the take as a person would; frames so far are kept.
    func interrupt() { engine.send(.interrupt) }

    /// Ends the take with an error, unless it is over.
    func fail(_ error: any Error) { progress.end(.failed(error)) }

    /// Waits until the page is being loaded, or the take is over.
    func waitForLoading() async { await progress.loading.value() }

    /// Waits until the take is over.
    func waitForEnding() async -> Ending { await progress.ending.value() }

    /// Ends the engine, without waiting.
    func endEngine() { engine.end() }

    /// Ends the engine and waits until nothing is left of it.
    func end() async {
        engine.end()
        _ = await engine.waitForEnd()
    }
}
