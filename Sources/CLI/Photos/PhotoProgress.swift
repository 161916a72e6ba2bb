import Glibc
import Photos
import Recorder
import Synchronization

/// Tells how the making of a photo goes: one live line on a terminal, and what
/// a person should know.
final class PhotoProgress: Sendable {
    private let quiet: Bool
    private let isLive: Bool
    /// The percentage that the live line shows, if there is one.
    private let shown = Mutex<Int?>(nil)

    /// Prepares to tell.
    init(quiet: Bool) {
        self.quiet = quiet
        isLive = !quiet && isatty(Message.errorDescriptor) == 1
    }

    /// Tells of an event.
    func show(_ event: PhotoEvent) {
        switch event {
        case .progress(let done, let total): draw(done * 100 / max(1, total))
        case .notice(let text): tell(text, Message.note)
        case .warning(let text): tell(text, Message.warning)
        }
    }

    /// Takes the live line away.
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
