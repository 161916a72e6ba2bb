import Decoder
internal import Encoder
internal import EngineLink
internal import Frames
internal import Synchronization

/// One recording from plan to summary.
///
/// A separate process shows the page and ends with the recording; encoding runs on
/// its own thread. Any task may run a recording, once; several may run at the same
/// time.
public final class Recording: Sendable {
    /// What is to be recorded.
    public let plan: RecordingPlan

    private struct State {
        var take: Take?
        var pipeline: MoviePipeline?
        var record = TakeRecord()
        var isInterrupted = false
        /// What the take came to, once it is over.
        var result: TakeResult?
    }

    private let state = Mutex(State())
    private let onEvent: @Sendable (RecordingEvent) -> Void
    private let onStill: @Sendable (Still) -> Void

    /// Plans to record; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: What is to be recorded.
    ///   - onEvent: Hears what happens, in order, on a thread of the recording,
    ///     which waits meanwhile.
    public convenience init(
        _ plan: RecordingPlan, onEvent: @escaping @Sendable (RecordingEvent) -> Void = { _ in }
    ) {
        self.init(plan, onEvent: onEvent, onStill: { _ in })
    }

    /// Plans to record; nothing starts yet.
    ///
    /// - Parameter onStill: Takes the pictures of the plan's moments.
    init(
        _ plan: RecordingPlan, onEvent: @escaping @Sendable (RecordingEvent) -> Void,
        onStill: @escaping @Sendable (Still) -> Void
    ) {
        self.plan = plan
        self.onEvent = onEvent
        self.onStill = onStill
    }

    /// Records the page and finishes the file.
    ///
    /// Cancelling the task ends it at once, and nothing is written.
    ///
    /// - Returns: What came of it. A page that cancelled, crashed or hung is
    ///   a result, told by its exit reason, not an error.
    /// - Throws: ``PageError``, ``FileError`` or ``RecordingError``; then
    ///   no file was written and an old one is untouched.
    public func run() async throws -> RecordingSummary {
        let begun = SuspendingClock.now
        try plan.validate()
        return try await withTaskCancellationHandler {
            if let summary = try await record(for: nil, at: plan.pageOptions.virtualTime?.date, begun: begun) {
                return summary
            }
            // The page has to be composited: once more, with the same dates.
            let (need, date) = state.withLock { ($0.result?.layerNeed, $0.record.date) }
            guard let summary = try await record(for: need, at: date, begun: begun) else {
                throw RecordingError(.internalFailure, "A take that was composited asked for another one.")
            }
            return summary
        } onCancel: {
            let take = state.withLock { $0.take }
            take?.fail(RecordingError(.interrupted, "Cancelled; nothing was written."))
        }
    }

    /// Ends the recording from outside; the file is finished.
    public func interrupt() {
        let (take, hasStarted) = state.withLock { state in
            state.isInterrupted = true
            return (state.take, state.record.hasStarted)
        }
        if hasStarted { take?.interrupt() } else { take?.fail(Self.interruption) }
    }

    /// Removes what has been written so far, at once; the process ends next.
    public func abort() { state.withLock { $0.pipeline }?.abort() }

    /// What is known of the last take.
    var record: TakeRecord { state.withLock { $0.record } }

    /// When the last take came to its end, in time since the page began to arrive.
    var endedAt: Duration { state.withLock { $0.result?.pageTime ?? $0.record.progress?.time } ?? .zero }

    private static let interruption = RecordingError(
        .interrupted, "Stopped before the recording began; nothing was written.")

    // MARK: A take

    /// Records the page once.
    ///
    /// - Parameters:
    ///   - need: What it is composited for, if it was recorded before.
    ///   - date: What the page's wall clock shows at first.
    /// - Returns: Nothing if it has to be composited.
    private func record(
        for need: LayerNeed?, at date: Int64?, begun: SuspendingClock.Instant
    ) async throws -> RecordingSummary? {
        let take = try Take(plan.takePlan(for: need, at: date)) { [weak self] in
            self?.handle($0)
        } onStill: { [onStill] moment, pageTime, pixels in
            onStill(Still(moment: moment, pageTime: pageTime, pixels: pixels))
        }
        let isOver = state.withLock { state in
            state.take = take
            state.record = TakeRecord()
            state.result = nil
            return state.isInterrupted
        }
        if isOver { take.fail(Self.interruption) }
        if Task.isCancelled { take.fail(RecordingError(.interrupted, "Cancelled; nothing was written.")) }
        do {
            let summary = try await record(take, begun: begun)
            await take.end()
            return summary
        } catch {
            await state.withLock { $0.pipeline }?.discard()
            await take.end()
            throw error
        }
    }

    private func record(_ take: Take, begun: SuspendingClock.Instant) async throws -> RecordingSummary? {
        let asked = plan.pageOptions.virtualTime?.date.map { Int($0 / 1000) }
        if !plan.isRehearsal { try openPipeline(take, creationTime: asked) }
        take.begin()
        await take.waitForLoading()
        if record.hasLostClock, asked != nil, let pipeline = state.withLock({ $0.pipeline }) {
            // A page in real time has the machine's date.
            await pipeline.discard(keepingQueue: true)
            try openPipeline(take, creationTime: nil)
        }
        state.withLock { $0.pipeline }?.start { take.fail($0) }
        switch await take.waitForEnding() {
        case .failed(let error): throw error
        case .lost(let end): return try await finish(lost: end, take, begun: begun)
        case .result(let result):
            state.withLock { $0.result = result }
            // While the file is finished.
            take.endEngine()
            return try await finish(result, begun: begun)
        }
    }

    private func openPipeline(_ take: Take, creationTime: Int?) throws {
        let pipeline = try MoviePipeline(plan, queue: take.queue, creationTime: creationTime)
        state.withLock { $0.pipeline = pipeline }
        for warning in pipeline.warnings { warn(warning) }
    }

    // MARK: What happens

    private func handle(_ event: TakeEvent) {
        let bytes = state.withLock { state in
            state.record.add(event)
            return state.pipeline?.bytesWritten ?? 0
        }
        switch event {
        case .loading: onEvent(.loading(plan.page.description))
        case .started: onEvent(.started)
        case .progress(let progress): onEvent(.progress(RecordingProgress(progress, bytes: bytes, limit: plan.limit)))
        case .warning(let text): onEvent(.warning(text))
        case .console(let line, _): onEvent(.console(line))
        case .finishing: onEvent(.finishing)
        case .lostClock, .signalled, .chapter, .mistake, .still, .ended: break
        }
    }

    /// Warns of something that the engine does not know of.
    private func warn(_ text: String) {
        state.withLock { $0.record.warn(text) }
        onEvent(.warning(text))
    }

    // MARK: Ending

    private func finish(_ result: TakeResult, begun: SuspendingClock.Instant) async throws -> RecordingSummary? {
        switch result.outcome {
        case .page(let error): throw error
        case .recording(let error): throw error
        case .needsLayers(let need):
            await state.withLock { $0.pipeline }?.discard()
            let isFromStart = need.time == .zero
            let again = isFromStart ? "loaded again" : "loaded and recorded again from the start"
            let since = isFromStart ? "" : " from \(need.time.text) on"
            onEvent(.notice("The page has \(need.what)\(since), which has to be composited: it is \(again)."))
            return nil
        case .reason(let reason): return try await finish(reason, result, begun: begun)
        }
    }

    /// Saves what was recorded before the engine ended.
    private func finish(
        lost end: EngineProcess.End, _ take: Take, begun: SuspendingClock.Instant
    ) async throws -> RecordingSummary {
        let (record, isInterrupted) = state.withLock { ($0.record, $0.isInterrupted) }
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
        let frames = take.frameCount
        guard record.hasStarted, frames > 0 || plan.isRehearsal else {
            throw PageError(code, "\(sentence); nothing had been recorded yet.")
        }
        warn("\(sentence) at \(plan.frameRate.time(ofFrame: frames).text); the recording ends here.")
        if !plan.isRehearsal { onEvent(.finishing) }
        let result = TakeResult(
            outcome: .reason(reason), frames: frames, repeated: record.progress?.repeated ?? 0,
            title: record.progress?.title ?? plan.page.description,
            rendering: record.rendering ?? .painted, renderingReason: "the engine ended before it could tell",
            pageTime: record.progress?.time ?? .zero)
        return try await finish(isInterrupted ? .interrupted : reason, result, begun: begun)
    }

    /// Finishes or discards the file, and sums up.
    private func finish(
        _ reason: ExitReason, _ result: TakeResult, begun: SuspendingClock.Instant
    ) async throws -> RecordingSummary {
        let pipeline = state.withLock { $0.pipeline }
        guard let pipeline, reason != .cancelled else {
            await pipeline?.discard()
            return summary(reason, result, movie: nil, path: nil, pipeline?.format, begun)
        }
        if reason == .hung || reason == .crashed, state.withLock({ $0.take })?.frameCount == 0 {
            throw PageError(
                reason == .hung ? .hung : .crashed,
                "The page \(reason == .hung ? "hung" : "crashed") before its first picture; nothing had been recorded yet."
            )
        }
        let (movie, path) = try await pipeline.finish(
            frameCount: result.frames, chapters: record.chapters, metadata: plan.metadata(title: result.title))
        return summary(reason, result, movie: movie, path: path, pipeline.format, begun)
    }

    private func summary(
        _ reason: ExitReason, _ result: TakeResult, movie: MovieSummary?, path: String?, _ format: MovieFormat?,
        _ begun: SuspendingClock.Instant
    ) -> RecordingSummary {
        let record = record
        var virtualTime = record.hasLostClock ? nil : plan.pageOptions.virtualTime
        if let date = record.date { virtualTime?.date = date }
        return RecordingSummary(
            page: plan.page.description, title: result.title, output: path, movie: movie, format: format,
            scale: plan.pageOptions.scale, pictureSize: plan.pageOptions.pixelSize, frameRate: plan.frameRate,
            rendering: result.rendering, renderingReason: result.renderingReason, virtualTime: virtualTime,
            timeZone: plan.pageOptions.timeZone,
            refreshRate: virtualTime == nil ? nil : plan.refreshRate ?? plan.frameRate, repeated: result.repeated,
            signals: record.signals, chapters: record.chapters, soundtrack: plan.soundtrack?.path,
            warnings: record.warnings, wallTime: begun.duration(to: SuspendingClock.now), exitReason: reason)
    }
}
