private import Dispatch
package import EngineLink
package import Frames
private import Synchronization

/// One load of a page, through an engine: from its address to its last frame.
///
/// The engine starts at once, unless it comes from a pool; ``begin()`` requests the page. Call ``end()``
/// when the take is over, however it ended. Any thread may use this object.
package final class PageTake: Sendable {
    /// What the take loads, and how.
    package let plan: TakePlan
    /// The frames, in order.
    package var queue: FrameQueue { receiver.queue }
    /// The page's sound, in order.
    package var sound: SoundQueue { receiver.sound }
    /// The video's length so far, in frames.
    var frameCount: Int { receiver.frameCount }
    /// The take's record so far.
    package var record: TakeRecord { course.record.withLock(\.self) }
    /// When the take ended, as a time since the page began to arrive.
    ///
    /// Until then, the latest known time.
    package var endedAt: Duration {
        if case .result(let result) = course.ending.current { result.pageTime } else { record.progress?.time ?? .zero }
    }

    private let engine: EngineProcess
    private let pool: EnginePool?
    private let receiver: FrameReceiver
    private let course = Course()
    private let onEvent: @Sendable (RecordingEvent) -> Void

    /// How a take ends.
    private enum Ending: Sendable {
        /// The engine reports the result.
        case result(TakeResult)
        /// The engine ended before it could report one.
        case lost(EngineProcess.End)
        /// This side ended it.
        case failed(any Error)
    }

    /// The state shared by the engine's thread and the tasks.
    private final class Course: Sendable {
        let record = Mutex(TakeRecord())
        let isInterrupted = Atomic(false)
        /// Fulfilled once the page is being loaded, or never will be.
        let loading = Promise<Void>()
        let ending = Promise<Ending>()
        /// Heartbeats since the last other message.
        private let heartbeats = Mutex(0)

        /// Limits how many heartbeats, one each second, an engine sends without anything else.
        ///
        /// A page that hangs or never starts is the engine's to report. These limits are for an engine that does not:
        /// they are higher than any of its own.
        ///
        /// - Throws: ``PageError``.
        func note(_ message: LinkMessage, of plan: TakePlan) throws(PageError) {
            guard case .heartbeat = message else { return heartbeats.withLock { $0 = 0 } }
            let hasStarted = record.withLock(\.hasStarted)
            let limit = hasStarted ? plan.longestHang + .seconds(60) : plan.startTimeout * 11 + .seconds(300)
            let count = heartbeats.withLock { count in
                count += 1
                return count
            }
            guard Duration.seconds(count) <= limit else {
                throw PageError.engineSent("nothing but \(count) signs of life, one each second")
            }
        }

        func end(_ ending: Ending) {
            self.ending.keep(ending)
            loading.keep(())
        }
    }

    /// Starts an engine, or takes one from a pool.
    ///
    /// - Parameters:
    ///   - plan: What to load, and how.
    ///   - pool: Kept engines; one that is fit for another take returns to it.
    ///   - onEvent: Receives events in order, on the engine's thread.
    ///   - onStill: Receives each single picture, in the same way.
    ///   - onStepStill: Receives each picture of a step, in the same way.
    ///   - onWork: Receives what the engine's time was spent on, in the same way.
    /// - Throws: `missingComponent`.
    init(
        _ plan: TakePlan, from pool: EnginePool?, onEvent: @escaping @Sendable (RecordingEvent) -> Void,
        onStill: @escaping @Sendable (Still) -> Void,
        onStepStill: @escaping @Sendable (StepStill) -> Void,
        onWork: @escaping @Sendable ([WorkSpan]) -> Void
    ) throws(PageError) {
        self.plan = plan
        self.pool = pool
        self.onEvent = onEvent
        let settings = EngineProcess.Settings(for: plan)
        engine = if let pool { try pool.engine(settings) } else { try EngineProcess(settings) }
        let receiver = FrameReceiver(engine.frames, over: engine.socket, at: plan.frameRate, limit: plan.frameLimit)
        self.receiver = receiver
        let course = course
        engine.serve(
            EngineProcess.Listener { message throws(PageError) in
                try course.note(message, of: plan)
                switch message {
                case .frame(let index, let slot, let changes):
                    try receiver.receive(index: index, slot: slot, changes: changes)
                case .sound(let position, let samples): try receiver.receive(samples, at: position)
                case .report(.still(let moment, let pageTime, let slot, let area, let ignored, let hidden)):
                    let (pixels, parts) = try receiver.copyPicture(in: slot, area: area, ignoring: ignored)
                    onStill(
                        Still(
                            moment: moment, pageTime: pageTime, pixels: pixels, ignored: parts,
                            hiddenHeight: min(max(0, hidden), Still.mostHidden)))
                case .report(.stepStill(let step, let slot)):
                    onStepStill(StepStill(step, try receiver.copyPicture(of: step, in: slot)))
                case .report(.event(let event)):
                    course.record.withLock { $0.add(event) }
                    onEvent(event)
                    if case .loading = event { course.loading.keep(()) }
                case .report(.work(let spans)): onWork(spans)
                case .report(.state(let part)):
                    if plan.options.savesState { course.record.withLock { $0.add(part) } }
                case .report(.ended(let result)):
                    if plan.takesFrames { try receiver.checkLength(result.frames) }
                    course.end(.result(result))
                default: break
                }
            } onEnd: { end in
                course.end(.lost(end))
            })
    }

    /// Requests the page from the engine.
    package func begin() { engine.send(.take(plan)) }

    /// Ends the take as the user would.
    ///
    /// Frames so far are kept; a take that has not started recording fails.
    func interrupt() {
        course.isInterrupted.store(true, ordering: .sequentiallyConsistent)
        guard record.hasStarted else { return fail(Self.interruption) }
        engine.send(.interrupt)
        // The frames so far are kept, whether or not the engine ends the take.
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interruptLimit.inSeconds) { [course] in
            course.end(.lost(.silent(Self.interruptLimit)))
        }
    }

    /// How long an engine has to end an interrupted take: it waits for the page's last picture.
    private static let interruptLimit = Duration.seconds(30)

    /// Ends the take with an error, unless it has ended.
    package func fail(_ error: any Error) { course.end(.failed(error)) }

    /// Adds a warning that does not come from the engine.
    package func warn(_ text: String) {
        course.record.withLock { $0.warn(text) }
        onEvent(.warning(text))
    }

    /// Waits until the page is being loaded or the take has ended.
    package func waitForLoading() async { await course.loading.value() }

    /// Loads the page and follows it to its end.
    ///
    /// - Throws: The errors of ``result()``.
    package func run() async throws -> (reason: ExitReason, result: TakeResult) {
        begin()
        return try await result()
    }

    /// Waits until the take has ended.
    ///
    /// - Returns: The take's result, even if the engine was lost after the recording started.
    /// - Throws: `PageError`, the error passed to ``fail(_:)``, or ``TakeNeed`` if another take is needed.
    package func result() async throws -> (reason: ExitReason, result: TakeResult) {
        switch await course.ending.value() {
        case .failed(let error): throw error
        case .lost(let end):
            course.record.withLock { $0.endSteps(of: plan) }
            return try salvage(after: end)
        case .result(let result): return (try reason(of: result), result)
        }
    }

    /// Ends the engine, without waiting, unless it is fit for another take.
    package func endEngine() { if !isReusable { engine.end() } }

    /// Ends the take: its engine returns to the pool, or ends with its processes and files.
    ///
    /// - Returns: After nothing is left of an engine that ends.
    func end() async {
        guard let pool, isReusable else {
            engine.end()
            await engine.waitForEnd()
            return
        }
        engine.rest()
        receiver.queue.discard()
        // The next take draws over this one's pictures.
        receiver.retire { [engine] in pool.keep(engine) }
    }

    /// Whether the take was lost because its kept engine had died before it could begin.
    var hadDeadEngine: Bool {
        guard case .lost(.died) = course.ending.current else { return false }
        return engine.takes > 1 && !record.isLoading
    }

    /// Whether the engine can serve another take: this one ended as planned, and no request of this
    /// side may still be on its way.
    private var isReusable: Bool {
        guard pool != nil, !course.isInterrupted.load(ordering: .sequentiallyConsistent),
            case .result(let result) = course.ending.current
        else { return false }
        switch result.outcome {
        case .reason(let reason): return [.stopped, .duration, .longestDuration, .cancelled].contains(reason)
        case .needsAnother: return true
        case .failed: return false
        }
    }

    // MARK: Determining the result

    private static let interruption = PageError(
        .interrupted, "Stopped before the recording began; nothing was written.")

    private func reason(of result: TakeResult) throws -> ExitReason {
        switch result.outcome {
        case .failed(let error): throw error
        case .needsAnother(let need):
            guard plan.canChange(for: need) else {
                throw PageError(.internalFailure, "A take requested the same change as an earlier one.")
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

    /// Makes a result from what was recorded before the engine ended.
    private func salvage(after end: EngineProcess.End) throws -> (reason: ExitReason, result: TakeResult) {
        let (sentence, reason, code): (String, ExitReason, PageError.Code)
        switch end {
        case .failed(let error): throw error
        case .ended: throw Self.interruption
        case .died(let text): (sentence, reason, code) = (text, .crashed, .crashed)
        case .silent(let length):
            (sentence, reason, code) = (
                "The page's engine (pagereel-engine) has not responded for \(length.text)", .hung, .hung
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
            renderingReason: "the engine ended before it could report", pageTime: record.progress?.time ?? .zero)
        return (course.isInterrupted.load(ordering: .sequentiallyConsistent) ? .interrupted : reason, result)
    }
}

/// One run of a page: takes of it, until one is final.
///
/// A page that turns out to need compositing or distinct dates is loaded again in that way, with the same initial
/// date. A kept engine that has died is replaced.
/// Any thread may use this object; it runs once.
package final class PageRun: Sendable {
    private struct State {
        var current: PageTake?
        /// Ends the current take and every later one.
        var isInterrupted = false
    }

    private let plan: TakePlan
    private let pool: EnginePool?
    private let state = Mutex(State())

    private static let cancellation = PageError(.interrupted, "Canceled; nothing was written.")

    /// Plans to run takes; nothing starts yet.
    ///
    /// - Parameter pool: Kept engines (default: each take has a new one).
    package init(of plan: TakePlan, from pool: EnginePool? = nil) {
        self.plan = plan
        self.pool = pool
    }

    /// Runs takes until one is final.
    ///
    /// Canceling the task fails the current take.
    ///
    /// - Parameters:
    ///   - onEvent: Receives events in order, on a thread of the take, which waits meanwhile.
    ///   - onStill: Receives each single picture, in the same way.
    ///   - onStepStill: Receives each picture of a step, in the same way. A page that is loaded again reports
    ///     `RecordingEvent/loading(date:)` and has all its pictures again.
    ///   - onWork: Receives what the engine's time was spent on, in the same way, if ``TakePlan/measuresWork`` is set.
    ///   - follow: Starts a take and turns it into a result. It is called again if it throws
    ///     ``TakeNeed``.
    /// - Returns: The result of the final take.
    /// - Throws: `invalidPlan`, `missingComponent`, and what `follow` throws.
    package func run<Output: Sendable>(
        onEvent: @escaping @Sendable (RecordingEvent) -> Void,
        onStill: @escaping @Sendable (Still) -> Void = { _ in },
        onStepStill: @escaping @Sendable (StepStill) -> Void = { _ in },
        onWork: @escaping @Sendable ([WorkSpan]) -> Void = { _ in },
        _ follow: (PageTake) async throws -> Output
    ) async throws -> Output {
        try plan.validate()
        return try await withTaskCancellationHandler {
            var plan = plan
            while true {
                let take = try begin(
                    PageTake(
                        plan, from: pool, onEvent: onEvent, onStill: onStill, onStepStill: onStepStill, onWork: onWork))
                do {
                    let output = try await follow(take)
                    await end(take)
                    return output
                } catch let need as TakeNeed {
                    await end(take)
                    onEvent(.notice(Self.notice(of: need)))
                    plan.change(for: need)
                    plan.options.virtualTime?.date = take.record.date
                } catch {
                    await end(take)
                    // A new engine, or another kept one.
                    guard take.hadDeadEngine else { throw error }
                }
            }
        } onCancel: {
            state.withLock { $0.current }?.fail(Self.cancellation)
        }
    }

    /// Ends the current take as the user would, and every later one before it records.
    package func interrupt() {
        let take = state.withLock { state in
            state.isInterrupted = true
            return state.current
        }
        take?.interrupt()
    }

    private func begin(_ take: PageTake) -> PageTake {
        let isInterrupted = state.withLock { state in
            state.current = take
            return state.isInterrupted
        }
        if isInterrupted { take.interrupt() }
        if Task.isCancelled { take.fail(Self.cancellation) }
        return take
    }

    private func end(_ take: PageTake) async {
        state.withLock { $0.current = nil }
        await take.end()
    }

    private static func notice(of need: TakeNeed) -> String {
        let time: Duration
        switch need {
        case .layers(let need): time = need.time
        case .distinctDates(let found): time = found
        }
        let again = time == .zero ? "loaded again" : "loaded and recorded again from the start"
        let since = time == .zero ? "" : " from \(time.text) on"
        return switch need {
        case .layers(let need): "The page has \(need.what)\(since), which has to be composited: it is \(again)."
        case .distinctDates:
            "The page gave the same id, made from Date.now(), to several elements\(since): it is \(again), and each "
                + "read of the date is at least 1 ms later."
        }
    }
}
