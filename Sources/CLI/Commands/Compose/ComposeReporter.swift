import Recorder
import Timeline

/// Tells a person how a timeline comes along.
@MainActor
final class ComposeReporter {
    /// What there was to warn of, in order.
    private(set) var warnings: [String] = []
    private let messages: MessageArguments
    private let line = LiveLine()
    /// Nothing is shown any more.
    private var isOver = false

    /// Prepares to tell.
    init(messages: MessageArguments) { self.messages = messages }

    /// Tells what is made.
    func begin(_ timeline: String, _ plan: TimelinePlan) {
        guard !messages.quiet, !line.isPossible else { return }
        let names = plan.outputs.map(\.path).joined(separator: ", ")
        Message.note(
            Message.printable(
                "composing \(timeline) to \(names): \(quantity(plan.frameCount, "frame")) of \(plan.size), \(plan.frameRate) fps"
            ))
    }

    /// Tells of a page that is recorded.
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

    /// Tells how far it is, on a terminal.
    func show(_ progress: TimelineProgress) {
        guard line.isPossible, !messages.quiet, !isOver else { return }
        line.draw(
            "\(progress.done) of \(quantity(progress.total, "frame")) · \(progress.done * 100 / max(1, progress.total)) %"
        )
    }

    /// Tells what came of it.
    func finish(_ summary: ComposeSummary) {
        end()
        if messages.json { Message.result(jsonLine(summary)) }
        if !messages.quiet { summary.lines.forEach { Message.note(Message.printable($0)) } }
    }

    /// Tells why nothing did, once.
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
