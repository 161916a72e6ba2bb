public import EngineLink
public import Frames
public import PageSampler
private import Synchronization

/// Follows a page as a recording would, without a file, and reports its signals.
///
/// It takes one picture, of the first step that fails, unless the plan asks for one of each step.
///
/// Any task may run it; it runs once.
public final class PageCheck: Sendable {
    /// How the page is followed.
    public let plan: TakePlan

    private let pageRun: PageRun
    private let onEvent: @Sendable (RecordingEvent) -> Void
    private let onStepStill: @Sendable (StepStill) -> Void

    /// Plans a check; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: How to follow the page. The clock must be exact; rendering and frames are
    ///     ignored.
    ///   - onEvent: Receives events, as ``Recording`` sends them.
    ///   - onStepStill: Receives the pictures of steps, in the same way.
    public init(
        _ plan: TakePlan, onEvent: @escaping @Sendable (RecordingEvent) -> Void = { _ in },
        onStepStill: @escaping @Sendable (StepStill) -> Void = { _ in }
    ) {
        var plan = plan
        plan.pictures = .none
        if plan.stepPictures == .none { plan.stepPictures = .firstFailure }
        plan.requiresExactClock = true
        plan.options.reportsConsole = true
        plan.options.tracesSignals = true
        // The same page for all checks, whatever it needs.
        plan.options.rendering = .painted
        plan.options.sound = .ifPossible
        self.plan = plan
        self.onEvent = onEvent
        self.onStepStill = onStepStill
        pageRun = PageRun(of: plan)
    }

    /// Follows the page to its end.
    ///
    /// - Returns: What the page signaled. A page that cannot be loaded, never starts, crashes or
    ///   hangs also gives a result.
    /// - Throws: `PageError` if the check could not run: a missing component, an invalid plan, or an interruption.
    public func run() async throws -> CheckReport {
        let failure = Mutex<StepStill?>(nil)
        return try await pageRun.run(
            onEvent: onEvent,
            onStepStill: { [onStepStill] still in
                if still.step.outcome.status == .failed { failure.withLock { $0 = $0 ?? still } }
                if still.step.purpose != .failure { onStepStill(still) }
            }
        ) { take in
            failure.withLock { $0 = nil }
            let (ending, result) = try await Self.ending(of: take)
            let record = take.record
            return CheckReport(
                page: plan.page.description, ending: ending, pageTime: take.endedAt, frameRate: plan.frameRate,
                signals: record.signals, console: record.console, steps: record.steps,
                mistakes: record.mistakes, warnings: record.warnings, date: record.date, heard: result?.heard,
                title: result?.title, state: record.state, failureStill: failure.withLock(\.self))
        }
    }

    /// Stops the check, as the user would.
    public func interrupt() { pageRun.interrupt() }

    private static func ending(
        of take: PageTake
    ) async throws -> (ending: CheckReport.Ending, result: TakeResult?) {
        do {
            let (reason, result) = try await take.run()
            return (.ended(reason), result)
        } catch let error as PageError where [.cannotLoad, .crashed, .hung].contains(error.code) {
            return (.failed(error.message), nil)
        } catch let error as PageError where error.code == .neverStarted {
            return (.neverStarted(error.message), nil)
        }
    }
}

/// What a page signaled during a check.
public struct CheckReport: Sendable {
    /// How the check ended.
    public enum Ending: Sendable, Equatable {
        /// A recording of the page would have ended in the same way.
        case ended(ExitReason)
        /// The start did not come; the text says which condition was not met.
        case neverStarted(String)
        /// The page could not be shown; the text says why.
        case failed(String)
    }

    /// The page's address, without credentials.
    public let page: String
    /// How the check ended.
    public let ending: Ending
    /// When the check ended, as a time since the page began to arrive.
    public let pageTime: Duration
    /// Frames per second of the video that a recording would make.
    public let frameRate: FrameRate
    /// The page's signals, in order.
    public let signals: [RecordedSignal]
    /// The page's console, in order.
    public let console: [TimedConsoleLine]
    /// The steps and what became of them, in order.
    public let steps: [StepOutcome]
    /// Mistakes in the page's signals, and steps that were not done, in order.
    public let mistakes: [SignalMistake]
    /// A recording's warnings, mistakes included.
    public let warnings: [String]
    /// The initial time of the page's wall clock, in milliseconds since 1970; `nil` in real time.
    public let date: Int64?
    /// When the page was first and last heard, counted as ``pageTime``; `nil` if it was not.
    public let heard: ClosedRange<Duration>?
    /// The page's title at its end, or its address; `nil` if no recording would have begun.
    public internal(set) var title: String?
    /// The page's state at its end, if ``PageOptions/savesState`` is set and a recording would have ended as planned.
    public internal(set) var state: PageState?

    /// The page when the first step failed; `nil` if all steps were done, or if the page was gone.
    public internal(set) var failureStill: StepStill?

    /// Uncaught errors and missing files, in order.
    public var pageErrors: [TimedConsoleLine] { console.filter(\.line.isPageError) }

    /// The frame that is shown when a signal arrives; for `stop`, the first frame after the video.
    ///
    /// - Returns: `nil` for a signal before the recording started.
    public func frame(of signal: RecordedSignal) -> Int? {
        signal.time.map { time in
            // The page's clock counts microseconds, rounded down.
            let frame = frameRate.frame(at: time + .microseconds(1))
            let isBehind = frameRate.time(ofFrame: frame) + .microseconds(1) < time
            return signal.signal == .stop && isBehind ? frame + 1 : frame
        }
    }
}
