/// Reports a command's work to people, to programs and to the log: a status line on a terminal, messages elsewhere, and
/// the result.
@MainActor
final class WorkReporter {
    private(set) var warnings: [String] = []
    /// Whether everything is printed.
    let verbose: Bool
    private let quiet: Bool
    private let json: Bool
    private let log: RunLog?
    private let line = StatusLine()
    private var isOver = false

    /// Creates a reporter.
    ///
    /// - Parameters:
    ///   - quiet: Whether only errors are printed.
    ///   - verbose: Whether everything is printed.
    ///   - json: Whether the result is also printed as JSON.
    ///   - log: Receives the warnings and the page's console, too.
    init(quiet: Bool, verbose: Bool = false, json: Bool = false, log: RunLog? = nil) {
        self.quiet = quiet
        self.verbose = verbose
        self.json = json
        self.log = log
    }

    var width: Int { line.width }

    /// Updates the status line on a terminal.
    func draw(_ text: String) {
        if line.isPossible, !quiet, !isOver { line.draw(text) }
    }

    /// Prints a progress message where there is no terminal.
    func note(_ text: String) {
        if !line.isPossible, !isOver { tell(text) }
    }

    func tell(_ text: String) {
        line.clear()
        if !quiet { Message.note(text) }
    }

    func warn(_ text: String) {
        warnings.append(text)
        log?.add(.warning(text))
        line.clear()
        if !quiet { Message.warning(text) }
    }

    /// Prints a line of a page's console, if everything is printed.
    func page(_ text: String) {
        log?.add(.console(text))
        guard verbose else { return }
        line.clear()
        Message.page(text)
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
