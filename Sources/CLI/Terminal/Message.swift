import Glibc

/// Lines for people on standard error, results on standard output.
enum Message {
    /// Standard error as it was when the command started.
    static let errorDescriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)

    /// Standard output as it was when the command started.
    static let resultDescriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)

    /// Gives those of the three standard streams that are closed to nowhere.
    ///
    /// The next files to be opened would take their numbers, and what
    /// libraries and children print would be written into them.
    static func openStandardStreams() {
        var opened: CInt
        repeat { opened = open("/dev/null", O_RDWR) } while opened >= 0 && opened <= STDERR_FILENO
        if opened > STDERR_FILENO { close(opened) }
    }

    /// Sends to nowhere what libraries and WebKit's processes write to
    /// standard error by themselves.
    ///
    /// They warn of what a machine without a desktop lacks, such as an
    /// accessibility bus, which would fill the mail of whoever runs this
    /// from cron. `--verbose` leaves them alone.
    static func muteLibraries() {
        if errorDescriptor >= 0 { sendToNowhere(STDERR_FILENO) }
    }

    /// Reserves standard output for results.
    ///
    /// Libraries and WebKit's processes, which run a page's code, get /dev/null
    /// in its place.
    static func reserveStandardOutput() {
        if resultDescriptor >= 0 { sendToNowhere(STDOUT_FILENO) }
    }

    private static func sendToNowhere(_ descriptor: CInt) {
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { return }
        dup2(nowhere, descriptor)
        close(nowhere)
    }

    /// Says that something failed.
    static func error(_ text: String) { write("pagereel: error: \(text)\n", to: errorDescriptor) }

    /// Says something that a person should know.
    static func warning(_ text: String) { write("pagereel: warning: \(text)\n", to: errorDescriptor) }

    /// Says what is going on.
    static func note(_ text: String) { write("pagereel: \(text)\n", to: errorDescriptor) }

    /// Says what the page said.
    static func page(_ text: String) { write("page: \(printable(text))\n", to: errorDescriptor) }

    /// Writes to the terminal as is.
    static func raw(_ text: String) { write(text, to: errorDescriptor) }

    /// Prints a result.
    static func result(_ text: String) { write(text + "\n", to: resultDescriptor) }

    /// Text without control characters: what a page says must not drive the
    /// terminal.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    private static func write(_ text: String, to descriptor: CInt) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            // Nobody reads any more, and there is nobody left to tell.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
