import ArgumentParser
import EngineLink
import Files
import Glibc
import Logging

/// How a command's process is set up, and how it ends.
enum CommandEnvironment {
    /// Runs a command's work, and reports its error.
    ///
    /// - Throws: `ExitCode`, unless the exit status is 0.
    static func run(_ work: () throws -> ExitStatus) throws {
        Message.openStandardStreams()
        // A closed pipe, as with head(1), must not end the command.
        signal(SIGPIPE, SIG_IGN)
        let status: ExitStatus
        do {
            try ProcessLimits.checkCommand()
            status = try work()
        } catch {
            (error as? CommandError)?.details.forEach(Message.error)
            Message.error("\(error)")
            status = ExitStatus(error, signal: nil)
        }
        let ended = end(status)
        if ended != .recorded { throw ExitCode(ended.rawValue) }
    }

    /// Reports results that could not be printed.
    ///
    /// - Parameter status: The status of the command otherwise.
    /// - Returns: The exit status.
    static func end(_ status: ExitStatus) -> ExitStatus {
        guard let failure = Message.resultFailure else { return status }
        // Who closes a pipe, as head(1) does, has read enough.
        if failure.number != EPIPE {
            Message.error("The result cannot be written to standard output: \(failure.text).")
        }
        return status == .recorded ? .outputNotWritten : status
    }

    /// Sets up logging and the standard streams for work with libraries and
    /// pages; once per process.
    ///
    /// - Parameter isVerbose: Whether messages of libraries are shown.
    static func prepare(isVerbose: Bool) {
        startLogging(isVerbose: isVerbose)
        Message.reserveStandardOutput()
        if !isVerbose { Message.muteLibraries() }
    }

    /// Sends the libraries' log to standard error, filtered unless `--verbose`;
    /// standard output is for results.
    private static func startLogging(isVerbose: Bool) {
        let level: Logger.Level = isVerbose ? .debug : .error
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
    }
}
