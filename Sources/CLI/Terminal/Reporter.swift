import Glibc
import Recorder

/// Tells a person how a recording goes: one live line on a terminal, a line
/// at the start and one at the end elsewhere.
@MainActor
final class Reporter {
    private let plan: RecordingPlan
    private let messages: MessageArguments
    private let isLive: Bool
    private var hasLine = false

    /// Prepares to tell of a recording.
    init(_ plan: RecordingPlan, messages: MessageArguments) {
        self.plan = plan
        self.messages = messages
        isLive = isatty(Message.errorDescriptor) == 1 && !messages.quiet
    }

    /// Tells of an event, as loud as was asked for.
    func show(_ event: RecordingEvent) {
        guard !messages.quiet else { return }
        switch event {
        case .loading(let address):
            if isLive { draw("loading \(address)") }
            if !isLive || messages.verbose {
                tell("recording \(address) to \(plan.output) at \(plan.pageOptions.pixelSize), \(plan.frameRate) fps")
            }
        case .started:
            if messages.verbose { tell("started") }
        case .progress(let progress):
            if isLive { draw(ProgressLine(progress).text(width: Self.terminalWidth)) }
        case .finishing:
            if isLive { draw("finishing \(plan.output)") }
        case .warning(let text):
            clear()
            Message.warning(Message.printable(text))
        case .notice(let text):
            tell(text)
        case .console(let line):
            clear()
            Message.page("\(line)")
        case .detail(let text):
            if messages.verbose { tell(text) }
        }
    }

    /// Tells what came of it.
    func finish(_ summary: RecordingSummary) {
        clear()
        guard !messages.quiet else { return }
        Message.note(SummaryLine(summary).text)
    }

    /// Takes the live line away.
    func clear() {
        if hasLine { Message.raw("\r\u{1b}[K") }
        hasLine = false
    }

    private func tell(_ text: String) {
        clear()
        Message.note(Message.printable(text))
    }

    private func draw(_ text: String) {
        let line = Message.printable(text).prefix(max(10, Self.terminalWidth - 1))
        Message.raw("\r\u{1b}[K\(line)")
        hasLine = true
    }

    private static var terminalWidth: Int { Terminal.width(of: Message.errorDescriptor) ?? 80 }
}
