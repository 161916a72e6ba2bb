import Glibc

/// The last line of a terminal, which is written over again and again.
@MainActor
final class LiveLine {
    private var isShown = false

    /// Whether standard error is a terminal.
    let isPossible = isatty(Message.errorDescriptor) == 1

    /// The terminal's columns.
    var width: Int { Terminal.width(of: Message.errorDescriptor) ?? 80 }

    /// Shows a text in place of what was there, as much as fits.
    func draw(_ text: String) {
        Message.raw("\r\u{1b}[K\(Message.printable(text).front(ofTerminalWidth: max(10, width - 1)))")
        isShown = true
    }

    /// Takes the line away.
    func clear() {
        if isShown { Message.raw("\r\u{1b}[K") }
        isShown = false
    }
}
