import Files
import Glibc
import Notation
import Synchronization

/// Messages on standard error, results on standard output.
enum Message {
    /// A copy of standard error, made when the command started.
    static let errorDescriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)

    /// A copy of standard output, made when the command started.
    static let resultDescriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)

    /// Opens /dev/null for each of the three standard streams that is closed.
    ///
    /// Otherwise the next opened files would get their numbers, and output of
    /// libraries and children would go into those files. A result cannot be
    /// written to a standard output that was closed.
    static func openStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            let opened = unsafe open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR)
            guard opened != descriptor, opened >= 0 else { continue }
            dup2(opened, descriptor)
            close(opened)
        }
    }

    /// Discards what libraries and WebKit's processes write to standard error.
    ///
    /// They warn about missing desktop services, such as an accessibility bus,
    /// which would fill the mail of cron jobs. `--verbose` does not discard
    /// them.
    static func muteLibraries() {
        if errorDescriptor >= 0 { sendToNowhere(STDERR_FILENO) }
    }

    /// Reserves standard output for results.
    ///
    /// Libraries and WebKit's processes, which run a page's code, write to
    /// /dev/null instead.
    static func reserveStandardOutput() {
        if resultDescriptor >= 0 { sendToNowhere(STDOUT_FILENO) }
    }

    private static func sendToNowhere(_ descriptor: CInt) {
        let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { return }
        dup2(nowhere, descriptor)
        close(nowhere)
    }

    static func error(_ text: String) { note("error: \(text)") }

    static func warning(_ text: String) { note("warning: \(text)") }

    /// Prints a progress message in one line.
    static func note(_ text: String) { raw("pagereel: \(printable(text))\n") }

    /// Prints a line of the page's console.
    static func page(_ text: String) { raw("page: \(printable(text))\n") }

    /// Writes text unchanged, such as control sequences.
    static func raw(_ text: String) {
        // A failure could only be reported here.
        _ = write(text, to: errorDescriptor)
    }

    private static let failedResult = Mutex<SystemError?>(nil)

    /// Why a result could not be printed; `nil` if all were.
    static var resultFailure: SystemError? { failedResult.withLock { $0 } }

    /// Prints a result to standard output, the only way to it.
    ///
    /// A failure decides the command's exit status (``CommandEnvironment/end(_:)``).
    static func result(_ text: String) {
        if let failure = write(text + "\n", to: resultDescriptor) { failResult(failure) }
    }

    /// Lets the command fail because a result is missing; the first reason is reported.
    static func failResult(_ reason: SystemError) { failedResult.withLock { $0 = $0 ?? reason } }

    /// Text in one line that cannot control the terminal and has no secrets (``ForeignText``).
    ///
    /// What pages choose was cleaned before; names of files, rows and options were not.
    static func printable(_ text: String) -> String { ForeignText.line(text) }

    /// Writes all of a text.
    ///
    /// - Returns: The failure; `nil` without one.
    private static func write(_ text: String, to descriptor: CInt) -> SystemError? {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return .last }
            bytes = bytes.dropFirst(count)
        }
        return nil
    }
}

/// A status line on the terminal, redrawn in place.
@MainActor
final class StatusLine {
    /// The text on the terminal, if it is shown.
    private var shown: String?

    /// Whether standard error is a terminal.
    let isPossible = isatty(Message.errorDescriptor) == 1

    var width: Int { Terminal.width(of: Message.errorDescriptor) ?? 80 }

    /// Replaces the line's text; cuts it to the terminal's width.
    func draw(_ text: String) {
        guard text != shown else { return }
        Message.raw("\r\u{1b}[K\(Message.printable(text).front(ofTerminalWidth: max(10, width - 1)))")
        shown = text
    }

    func clear() {
        if shown != nil { Message.raw("\r\u{1b}[K") }
        shown = nil
    }
}

/// Properties of a terminal.
enum Terminal {
    /// Whether messages go to a terminal, where the user can end the command.
    static var isUsed: Bool { isatty(Message.errorDescriptor) == 1 }

    /// Returns the terminal's width in columns; `nil` if the descriptor is not
    /// a terminal.
    static func width(of descriptor: CInt) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
