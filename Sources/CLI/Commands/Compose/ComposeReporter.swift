import Notation
import Timeline

/// Reports a timeline's progress.
@MainActor
final class ComposeReporter {
    /// All warnings, in order.
    private(set) var warnings: [String] = []
    private let messages: MessageArguments
    private let line = LiveLine()
    /// Whether reporting is over.
    private var isOver = false

    /// Creates a reporter.
    init(messages: MessageArguments) { self.messages = messages }

    /// Reports the start.
    func begin(_ timeline: String, _ plan: TimelinePlan) {
        guard !messages.quiet, !line.isPossible else { return }
        let names = plan.outputs.map(\.path).joined(separator: ", ")
        Message.note(
            Message.printable(
                "composing \(timeline) to \(names): \(quantity(plan.frameCount, "frame")) of \(plan.size), \(plan.frameRate) fps"
            ))
    }

    /// Reports a page's recording.
    func show(_ event: ClipRecordings.Event) {
        switch event {
        case .recording(let address, let number, let count):
            guard !messages.quiet, !isOver else { return }
            let text = "recording the page \(address)" + (count > 1 ? " (\(number) of \(count))" : "")
            if line.isPossible { line.draw(text) } else { Message.note(Message.printable(text)) }
        case .warning(let text):
            warnings.append(text)
            line.clear()
            if !messages.quiet { Message.warning(Message.printable(text)) }
        }
    }

    /// Updates the status line on a terminal.
    func show(_ progress: TimelineProgress) {
        guard line.isPossible, !messages.quiet, !isOver else { return }
        line.draw(
            "\(progress.done) of \(quantity(progress.total, "frame")) · \(progress.done * 100 / max(1, progress.total)) %"
        )
    }

    /// Reports the result.
    func finish(_ summary: ComposeSummary) {
        end()
        if messages.json { Message.result(jsonLine(summary)) }
        if !messages.quiet { summary.lines.forEach { Message.note(Message.printable($0)) } }
    }

    /// Reports a failure, once.
    func fail(_ error: any Error, wasStopped: Bool) {
        guard !isOver else { return }
        end()
        if wasStopped {
            if !messages.quiet { Message.note("stopped; nothing was written.") }
        } else {
            Message.error(Message.printable("\(error)"))
        }
    }

    private func end() {
        isOver = true
        line.clear()
    }
}
