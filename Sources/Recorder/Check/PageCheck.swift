internal import Frames
internal import PageSampler

/// Follows a page as a recording would, without pictures and without a file,
/// and reports what it said.
///
/// Lives on the main actor and runs once.
@MainActor
public final class PageCheck {
    /// How the page is followed.
    public let plan: RecordingPlan

    private let onEvent: @MainActor (RecordingEvent) -> Void
    private var recording: Recording?
    private var console: [CheckReport.Line] = []

    /// Plans to follow a page; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: How; its output and what concerns the video do not matter.
    ///   - onEvent: Hears what happens, on the main actor.
    public init(_ plan: RecordingPlan, onEvent: @escaping @MainActor (RecordingEvent) -> Void = { _ in }) {
        var plan = plan
        plan.isRehearsal = true
        plan.requiresExactClock = true
        plan.pageOptions.reportsConsole = true
        plan.pageOptions.tracesSignals = true
        // Nobody looks at it.
        plan.pageOptions.rendering = .painted
        self.plan = plan
        self.onEvent = onEvent
    }

    /// Follows the page to its end.
    ///
    /// - Returns: What it said. A page that cannot be loaded, never starts,
    ///   crashes or hangs is a result too.
    /// - Throws: ``PageError`` or ``RecordingError`` if the page could not
    ///   even be tried: a missing component, a wrong plan, or an interrupt.
    public func run() async throws -> CheckReport {
        let recording = Recording(plan) { [weak self] in self?.take($0) }
        self.recording = recording
        let ending: CheckReport.Ending
        do {
            let summary = try await recording.run()
            ending = CheckReport.Ending(summary.exitReason)
        } catch let error as PageError where [.cannotLoad, .crashed, .hung].contains(error.code) {
            ending = .failed(error.message)
        } catch let error as RecordingError where error.code == .neverStarted {
            ending = .neverStarted(error.message)
        }
        return CheckReport(
            page: plan.page.description, ending: ending, pageTime: recording.endedAt ?? .zero,
            frameRate: plan.frameRate, signals: recording.signals, console: console,
            mistakes: recording.mistakes, warnings: recording.warnings, date: recording.firstDate)
    }

    /// Ends the check from outside.
    public func interrupt() { recording?.interrupt() }

    private func take(_ event: RecordingEvent) {
        if case .console(let line) = event, let recording, console.count < Self.mostLines {
            console.append(CheckReport.Line(pageTime: recording.pageTime, line: line))
        }
        onEvent(event)
    }

    /// The most lines of the console that are kept.
    private static let mostLines = 10_000
}
