import Glibc
import Logging

/// What a command that shows a page sets up before it does anything else.
enum CommandEnvironment {
    /// Sets it up, once in a process.
    ///
    /// - Parameter isVerbose: Whether what libraries say is let through.
    static func prepare(isVerbose: Bool) {
        // A reader that goes away must not end the recording.
        signal(SIGPIPE, SIG_IGN)
        startLogging(isVerbose: isVerbose)
        Message.reserveStandardOutput()
        if !isVerbose { Message.muteLibraries() }
    }

    /// Sends the libraries' log to standard error, where `--verbose` lets it
    /// through; results alone go to standard output.
    private static func startLogging(isVerbose: Bool) {
        let level: Logger.Level = isVerbose ? .debug : .error
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
    }
}
