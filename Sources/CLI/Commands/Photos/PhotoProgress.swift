import Glibc
import Photos
import Synchronization

/// Reports a photo's progress: a status line on a terminal, notices and
/// warnings.
final class PhotoProgress: Sendable {
    private let quiet: Bool
    private let isLive: Bool
    /// The percentage on the status line, if it is shown.
    private let shown = Mutex<Int?>(nil)

    /// Creates a reporter.
    init(quiet: Bool) {
        self.quiet = quiet
        isLive = !quiet && isatty(Message.errorDescriptor) == 1
    }

    /// Reports an event.
    func show(_ event: PhotoEvent) {
        switch event {
        case .progress(let done, let total): draw(done * 100 / max(1, total))
        case .notice(let text): tell(text, Message.note)
        case .warning(let text): tell(text, Message.warning)
        }
    }

    /// Erases the status line.
    func clear() {
        shown.withLock { percentage in
            if percentage != nil { Message.raw("\r\u{1b}[K") }
            percentage = nil
        }
    }

    private func draw(_ percentage: Int) {
        guard isLive else { return }
        shown.withLock { shown in
            guard shown != percentage else { return }
            shown = percentage
            Message.raw("\r\u{1b}[Kcopying \(percentage) %")
        }
    }

    private func tell(_ text: String, _ say: (String) -> Void) {
        guard !quiet else { return }
        clear()
        say(Message.printable(text))
    }
}
