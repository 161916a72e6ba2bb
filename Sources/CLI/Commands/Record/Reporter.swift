import Encoder
import EngineLink
import Recorder

/// Reports a recording's progress: on a terminal a status line, elsewhere a
/// line at the start and one at the end.
@MainActor
final class Reporter {
    private let plan: RecordingPlan
    private let messages: MessageArguments
    private let line = LiveLine()
    private let isLive: Bool

    /// Creates the reporter of a recording.
    init(_ plan: RecordingPlan, messages: MessageArguments) {
        self.plan = plan
        self.messages = messages
        isLive = line.isPossible && !messages.quiet
    }

    /// Reports an event, as `--quiet` and `--verbose` say.
    func show(_ event: RecordingEvent) {
        guard !messages.quiet else { return }
        switch event {
        case .loading(let address):
            if isLive { line.draw("loading \(address)") }
            if !isLive || messages.verbose {
                tell("recording \(address) to \(plan.output) at \(plan.options.pixelSize), \(plan.frameRate) fps")
            }
        case .started:
            if messages.verbose { tell("started") }
        case .progress(let progress):
            if isLive { line.draw(ProgressLine(progress).text(width: line.width)) }
        case .finishing:
            if isLive { line.draw("finishing \(plan.output)") }
        case .warning(let text):
            clear()
            Message.warning(text)
        case .notice(let text):
            tell(text)
        case .console(let line):
            clear()
            Message.page("\(line)")
        }
    }

    /// Reports the result.
    func finish(_ summary: RecordingSummary) {
        clear()
        guard !messages.quiet else { return }
        Message.note(SummaryLine(summary).text)
    }

    /// Erases the status line.
    func clear() { line.clear() }

    private func tell(_ text: String) {
        clear()
        Message.note(text)
    }
}
