internal import EngineLink
internal import Frames

/// Follows a page as a recording would, without pictures and without a file,
/// and reports what it said.
///
/// Any task may run it; it runs once.
public final class PageCheck: Sendable {
    /// How the page is followed.
    public var plan: RecordingPlan { recording.plan }

    private let recording: Recording

    /// Plans to follow a page; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: How; its output and what concerns the video do not matter.
    ///   - onEvent: Hears what happens, as ``Recording`` tells it.
    public init(_ plan: RecordingPlan, onEvent: @escaping @Sendable (RecordingEvent) -> Void = { _ in }) {
        var plan = plan
        plan.isRehearsal = true
        plan.requiresExactClock = true
        plan.pageOptions.reportsConsole = true
        plan.pageOptions.tracesSignals = true
        // Nobody looks at it.
        plan.pageOptions.rendering = .painted
        recording = Recording(plan, onEvent: onEvent)
    }

    /// Follows the page to its end.
    ///
    /// - Returns: What it said. A page that cannot be loaded, never starts,
    ///   crashes or hangs is a result too.
    /// - Throws: ``PageError`` or ``RecordingError`` if the page could not
    ///   even be tried: a missing component, a wrong plan, or an interrupt.
    public func run() async throws -> CheckReport {
        let ending: CheckReport.Ending
        do {
            let summary = try await recording.run()
            ending = CheckReport.Ending(summary.exitReason)
        } catch let error as PageError where [.cannotLoad, .crashed, .hung].contains(error.code) {
            ending = .failed(error.message)
        } catch let error as RecordingError where error.code == .neverStarted {
            ending = .neverStarted(error.message)
        }
        let record = recording.record
        return CheckReport(
            page: plan.page.description, ending: ending, pageTime: recording.endedAt, frameRate: plan.frameRate,
            signals: record.signals, console: record.console, mistakes: record.mistakes, warnings: record.warnings,
            date: record.date)
    }

    /// Ends the check from outside.
    public func interrupt() { recording.interrupt() }
}
