internal import EngineLink
internal import Frames
private import Synchronization

/// One load of a page, through an engine: from its address to its last frame.
///
/// The engine starts at once and is asked for the page by ``begin()``. Call
/// ``end()`` when the take is over, however it ended. Any thread may use this
/// object.
final class Take: Sendable {
    /// What the take loads, and how.
    let plan: TakePlan
    /// The frames, in order.
    var queue: FrameQueue { receiver.queue }
    /// The video's length so far, in frames.
    var frameCount: Int { receiver.frameCount }
    /// What has happened so far.
    var record: TakeRecord { course.record.withLock(\.self) }
    /// When the take ended, in time since the page began to arrive; the latest
    /// known time before that.
    var endedAt: Duration {
        if case .result(let result) = course.ending.current { result.pageTime } else { record.progress?.time ?? .zero }
    }

    private let engine: EngineProcess
    private let receiver: FrameReceiver
    private let course = Course()
    private let onEvent: @Sendable (RecordingEvent) -> Void

    /// How a take comes to its end.
    private enum Ending: Sendable {
        /// The engine reports the result.
        case result(TakeResult)
        /// The engine ended before it could report one.
        case lost(EngineProcess.End)
        /// This side ended it.
        case failed(any Error)
    }

    /// What the engine's thread and the tasks share.
    private final class Course: Sendable {
        let record = Mutex(TakeRecord())
        let isInterrupted = Atomic(false)
        /// Kept once the page is being loaded, or never will be.
        let loading = Promise<Void>()
        let ending = Promise<Ending>()
        /// Set once the engine has a socket.
        let receiver = Mutex<FrameReceiver?>(nil)

        func end(_ ending: Ending) {
            self.ending.keep(ending)
            loading.keep(())
        }
    }

    /// How long an engine may be silent beyond the page's own limit.
    private static let patience = Duration.seconds(5)
    /// Slots for single pictures: one that is drawn and one that is copied.
    private static let stillSlots = 2

    /// Starts an engine.
    ///
    /// - Parameters:
    ///   - plan: What to load, and how.
    ///   - onEvent: Receives events in order, on the engine's thread.
    ///   - onStill: Receives each single picture with its page time, in the same
    ///     way.
    /// - Throws: `missingComponent`.
    init(
        _ plan: TakePlan, onEvent: @escaping @Sendable (RecordingEvent) -> Void,
        onStill: @escaping @Sendable (PictureMoment, Duration, PixelBuffer) -> Void
    ) throws(PageError) {
        self.plan = plan
        self.onEvent = onEvent
        let options = plan.options
        try ProcessLimits.check(pixelSize: options.pixelSize)
        let frames = try SharedFrames(
            size: options.pixelSize, hasAlpha: options.isTransparent, count: Self.slotCount(for: plan.pictures))
        let course = course
        engine = try EngineProcess(
            EngineProcess.Settings(
                pixelSize: options.pixelSize, scale: options.scale, frames: frames,
                patience: plan.hangTimeout + Self.patience)
        ) { message throws(LinkError) in
            let receiver = course.receiver.withLock(\.self)
            switch message {
            case .frame(let index, let slot): try receiver?.receive(index: index, slot: slot)
            case .report(.take(.still(let moment, let pageTime, let slot))):
                if let picture = try receiver?.copyPicture(in: slot) { onStill(moment, pageTime, picture) }
            case .report(.take(let event)):
                course.record.withLock { $0.add(event) }
                if let event = RecordingEvent(event, of: plan) { onEvent(event) }
                switch event {
                case .loading: course.loading.keep(())
                case .ended(let result): course.end(.result(result))
                default: break
                }
            default: break
            }
        } onEnd: { end in
            course.end(.lost(end))
        }
        let receiver = FrameReceiver(frames, over: engine.socket)
        self.receiver = receiver
        course.receiver.withLock { $0 = receiver }
    }

    private static func slotCount(for pictures: TakePlan.Pictures) -> Int? {
        switch pictures {
        case .frames: nil
        case .stills: stillSlots
        case .none: 0
        }
    }

    /// Asks the engine for the page.
    func begin() { engine.send(.take(plan)) }

    /// Ends the take as its user would: frames so far are kept, and a take that
    /// has not started recording fails.
    func interrupt() {
        course.isInterrupted.store(true, ordering: .sequentiallyConsistent)
        if record.hasStarted { engine.send(.interrupt) } else { fail(Self.interruption) }
    }

    /// Ends the take with an error, unless it is over.
    func fail(_ error: any Error) { course.end(.failed(error)) }

    /// Warns of something that the engine does not know of.
    func warn(_ text: String) {
        course.record.withLock { $0.warn(text) }
        onEvent(.warning(text))
    }

    /// Waits until the page is being loaded, or the take is over.
    func waitForLoading() async { await course.loading.value() }

    /// Loads the page and follows it to its end.
    ///
    /// - Throws: As ``result()`` does.
    func run() async throws -> (reason: ExitReason, result: TakeResult) {
        begin()
        return try await result()
    }

    /// Waits until the take is over.
    ///
    /// - Returns: What came of it. An engine that is lost after the recording has
    ///   started leaves a result too.
    /// - Throws: ``PageError`` or ``RecordingError``, what ``fail(_:)`` was given,
    ///   or ``LayerNeed`` if the page has to be composited in another take.
    func result() async throws -> (reason: ExitReason, result: TakeResult) {
        switch await course.ending.value() {
        case .failed(let error): throw error
        case .lost(let end): return try salvage(after: end)
        case .result(let result): return (try reason(of: result), result)
        }
    }

    /// Ends the engine, without waiting.
    func endEngine() { engine.end() }

    /// Ends the engine and waits until nothing is left of it.
    func end() async {
        engine.end()
        _ = await engine.waitForEnd()
    }

    // MARK: Judging the end

    private static let interruption = RecordingError(
        .interrupted, "Stopped before the recording began; nothing was written.")

    private func reason(of result: TakeResult) throws -> ExitReason {
        switch result.outcome {
        case .page(let error): throw error
        case .recording(let error): throw error
        case .needsLayers(let need):
            guard plan.layerNeed == nil else {
                throw RecordingError(.internalFailure, "A take that was composited asked for another one.")
            }
            throw need
        case .reason(let reason):
            guard plan.takesFrames, frameCount == 0 else { return reason }
            let (code, verb): (PageError.Code, String)
            switch reason {
            case .hung: (code, verb) = (.hung, "hung")
            case .crashed: (code, verb) = (.crashed, "crashed")
            default: return reason
            }
            throw PageError(code, "The page \(verb) before its first picture; nothing had been recorded yet.")
        }
    }

    /// Makes a result of what was recorded before the engine ended.
    private func salvage(after end: EngineProcess.End) throws -> (reason: ExitReason, result: TakeResult) {
        let (sentence, reason, code): (String, ExitReason, PageError.Code)
        switch end {
        case .failed(let error): throw error
        case .ended: throw Self.interruption
        case .died(let text): (sentence, reason, code) = (text, .crashed, .crashed)
        case .silent(let length):
            (sentence, reason, code) = (
                "The page's engine (pagereel-engine) has not answered for \(length.text)", .hung, .hung
            )
        }
        let (record, frames) = (record, frameCount)
        guard record.hasStarted, frames > 0 || !plan.takesFrames else {
            throw PageError(code, "\(sentence); nothing had been recorded yet.")
        }
        warn("\(sentence) at \(plan.frameRate.time(ofFrame: frames).text); the recording ends here.")
        if plan.takesFrames { onEvent(.finishing) }
        let result = TakeResult(
            outcome: .reason(reason), frames: frames, repeated: record.progress?.repeated ?? 0,
            title: record.progress?.title ?? plan.page.description, rendering: record.rendering ?? .painted,
            renderingReason: "the engine ended before it could tell", pageTime: record.progress?.time ?? .zero)
        return (course.isInterrupted.load(ordering: .sequentiallyConsistent) ? .interrupted : reason, result)
    }
}
