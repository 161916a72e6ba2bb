/// Reports a command's work: a status line on a terminal, messages elsewhere, and the result.
@MainActor
final class WorkReporter {
    /// All warnings, in order.
    private(set) var warnings: [String] = []
    private let quiet: Bool
    private let json: Bool
    private let log: RunLog?
    private let line = LiveLine()
    /// Whether reporting is over.
    private var isOver = false

    /// Creates a reporter.
    ///
    /// - Parameters:
    ///   - quiet: Whether only errors are printed.
    ///   - json: Whether the result is also printed as JSON.
    ///   - log: Receives the warnings, too.
    init(quiet: Bool, json: Bool = false, log: RunLog? = nil) {
        self.quiet = quiet
        self.json = json
        self.log = log
    }

    /// The terminal's columns.
    var width: Int { line.width }

    /// Updates the status line on a terminal.
    func draw(_ text: String) {
        if line.isPossible, !quiet, !isOver { line.draw(text) }
    }

    /// Prints a progress message where there is no terminal.
    func note(_ text: String) {
        if !line.isPossible, !isOver { tell(text) }
    }

    /// Prints a message.
    func tell(_ text: String) {
        line.clear()
        if !quiet { Message.note(text) }
    }

    /// Prints a warning.
    func warn(_ text: String) {
        warnings.append(text)
        log?.add(.warning(text))
        line.clear()
        if !quiet { Message.warning(text) }
    }

    /// Reports the result.
    ///
    /// - Parameter lines: The summary for people.
    func finish(_ summary: some Encodable, lines: [String]) {
        end()
        if json { Message.result(jsonLine(summary)) }
        lines.forEach(tell)
    }

    /// Reports a failure, once.
    ///
    /// - Parameters:
    ///   - text: What failed.
    ///   - wasStopped: Whether the user ended the work.
    func fail(_ text: String, wasStopped: Bool) {
        guard !isOver else { return }
        end()
        if wasStopped { tell("stopped; nothing was written.") } else { Message.error(text) }
    }

    /// Begins another attempt, without the warnings of the one before.
    func restart() { warnings = [] }

    /// Erases the status line until it is drawn again.
    func clear() { line.clear() }

    private func end() {
        isOver = true
        clear()
    }
}
