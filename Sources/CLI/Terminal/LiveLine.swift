import Glibc

/// A status line on the terminal, redrawn in place.
@MainActor
final class LiveLine {
    /// The text on the terminal, if it is shown.
    private var shown: String?

    /// Whether standard error is a terminal.
    let isPossible = isatty(Message.errorDescriptor) == 1

    /// The terminal's columns.
    var width: Int { Terminal.width(of: Message.errorDescriptor) ?? 80 }

    /// Replaces the line's text; cuts it to the terminal's width.
    func draw(_ text: String) {
        guard text != shown else { return }
        Message.raw("\r\u{1b}[K\(Message.printable(text).front(ofTerminalWidth: max(10, width - 1)))")
        shown = text
    }

    /// Erases the line.
    func clear() {
        if shown != nil { Message.raw("\r\u{1b}[K") }
        shown = nil
    }
}
