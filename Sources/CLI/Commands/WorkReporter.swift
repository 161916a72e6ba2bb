/// Reports the progress of making a video: a status line on a terminal, messages elsewhere.
@MainActor
final class WorkReporter {
    /// All warnings, in order.
    private(set) var warnings: [String] = []
    private let messages: MessageArguments
    private let line = LiveLine()
    /// Whether reporting is over.
    private var isOver = false

    /// Creates a reporter.
    init(messages: MessageArguments) { self.messages = messages }

    /// Updates the status line on a terminal.
    func draw(_ text: String) {
        if line.isPossible, !messages.quiet, !isOver { line.draw(text) }
    }

    /// Prints a progress message where there is no terminal.
    func note(_ text: String) {
        if !line.isPossible, !messages.quiet, !isOver { Message.note(text) }
    }

    /// Prints a warning.
    func warn(_ text: String) {
        warnings.append(text)
        line.clear()
        if !messages.quiet { Message.warning(text) }
    }

    /// Reports the result.
    ///
    /// - Parameter lines: The summary for people.
    func finish(_ summary: some Encodable, lines: [String]) {
        end()
        if messages.json { Message.result(jsonLine(summary)) }
        if !messages.quiet { lines.forEach(Message.note) }
    }

    /// Reports a failure, once.
    func fail(_ error: any Error, wasStopped: Bool) {
        guard !isOver else { return }
        end()
        if wasStopped {
            if !messages.quiet { Message.note("stopped; nothing was written.") }
        } else {
            Message.error("\(error)")
        }
    }

    /// Erases the status line and ends reporting.
    func end() {
        isOver = true
        line.clear()
    }
}
