import Encoder
import EngineLink
import Recorder

/// Reports a recording's progress: on a terminal a status line, elsewhere a
/// line at the start and one at the end.
@MainActor
struct Reporter {
    private let plan: RecordingPlan
    private let verbose: Bool
    private let work: WorkReporter

    /// Creates the reporter of a recording.
    init(_ plan: RecordingPlan, messages: MessageArguments) {
        self.plan = plan
        verbose = messages.verbose
        work = WorkReporter(quiet: messages.quiet)
    }

    /// Reports an event, as `--quiet` and `--verbose` say.
    func show(_ event: RecordingEvent) {
        switch event {
        case .loading:
            let address = plan.page.description
            work.draw("loading \(address)")
            let text = "recording \(address) to \(plan.output) at \(plan.options.pixelSize), \(plan.frameRate) fps"
            if verbose { work.tell(text) } else { work.note(text) }
        case .started: if verbose { work.tell("started") }
        case .progress(let progress): work.draw(ProgressLine(progress).text(width: work.width))
        case .finishing: work.draw("finishing \(plan.output)")
        case .warning(let text): work.warn(text)
        case .notice(let text): work.tell(text)
        case .console(let line):
            // With --expect, the console is reported even without --verbose.
            guard verbose else { return }
            work.clear()
            Message.page("\(line)")
        // The log and the summary have them.
        default: break
        }
    }

    /// Reports the result.
    func finish(_ summary: RecordingSummary) { work.tell(SummaryLine(summary).text) }

    /// Erases the status line.
    func clear() { work.clear() }
}
