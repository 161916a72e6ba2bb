public import EngineLink
internal import PageSampler

/// Follows a page as a recording would, without pictures or a file, and reports its signals.
///
/// Any task may run it; it runs once.
public final class PageCheck: Sendable {
    /// How the page is followed.
    public let plan: TakePlan

    private let takes: Takes
    private let onEvent: @Sendable (RecordingEvent) -> Void

    /// Plans a check; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: How to follow the page. The clock must be exact; rendering and pictures are
    ///     ignored.
    ///   - onEvent: Receives events, as ``Recording`` sends them.
    public init(_ plan: TakePlan, onEvent: @escaping @Sendable (RecordingEvent) -> Void = { _ in }) {
        var plan = plan
        plan.pictures = .none
        plan.requiresExactClock = true
        plan.options.reportsConsole = true
        plan.options.tracesSignals = true
        // The pictures are not used.
        plan.options.rendering = .painted
        plan.options.sound = .ifPossible
        self.plan = plan
        self.onEvent = onEvent
        takes = Takes(of: plan)
    }

    /// Follows the page to its end.
    ///
    /// - Returns: What the page signaled. A page that cannot be loaded, never starts, crashes or
    ///   hangs also gives a result.
    /// - Throws: `PageError` if the check could not run: a missing component, an invalid plan, or an interruption.
    public func run() async throws -> CheckReport {
        try await takes.run(onEvent: onEvent) { take in
            let (ending, heard) = try await Self.ending(of: take)
            let record = take.record
            return CheckReport(
                page: plan.page.description, ending: ending, pageTime: take.endedAt, frameRate: plan.frameRate,
                signals: record.signals, console: record.console, steps: record.steps,
                mistakes: record.mistakes, warnings: record.warnings, date: record.date, heard: heard)
        }
    }

    /// Stops the check, as the user would.
    public func interrupt() { takes.interrupt() }

    private static func ending(
        of take: Take
    ) async throws -> (ending: CheckReport.Ending, heard: ClosedRange<Duration>?) {
        do {
            let (reason, result) = try await take.run()
            return (.ended(reason), result.heard)
        } catch let error as PageError where [.cannotLoad, .crashed, .hung].contains(error.code) {
            return (.failed(error.message), nil)
        } catch let error as PageError where error.code == .neverStarted {
            return (.neverStarted(error.message), nil)
        }
    }
}
