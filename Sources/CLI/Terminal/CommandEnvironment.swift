import ArgumentParser
import CSystemCalls
import Dispatch
import EngineLink
import Files
import Foundation
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
        if ended != .success { throw ExitCode(ended.rawValue) }
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
        return status == .success ? .outputNotWritten : status
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

/// Runs a command's asynchronous work from a synchronous `run()`.
enum CommandLoop {
    /// Runs the body on the main actor, while the main thread runs its run
    /// loop.
    ///
    /// An asynchronous `main` would end the main thread at its first suspension
    /// (dispatch_main(3)), and with it `/proc/self/fd`, through which unnamed
    /// outputs are opened.
    ///
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    static func run<Result: Sendable, Failure: Error>(
        _ body: @escaping @MainActor () async throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome = Outcome<Result, Failure>()
        Task { @MainActor in
            do throws(Failure) {
                outcome.value = .success(try await body())
            } catch {
                outcome.value = .failure(error)
            }
        }
        while true {
            if let value = outcome.value { return try value.get() }
            _ = RunLoop.main.run(mode: .default, before: .distantFuture)
        }
    }

    /// Safe without a lock: the main actor writes it and the main thread reads
    /// it, which are the same thread.
    private final class Outcome<Result: Sendable, Failure: Error>: @unchecked Sendable {
        var value: Swift.Result<Result, Failure>?
    }
}

/// Makes a listener that may be called on any thread and handles events on the
/// main actor, later and in order.
func onMainActor<Event: Sendable>(_ handle: @escaping @MainActor (Event) -> Void) -> @Sendable (Event) -> Void {
    { event in DispatchQueue.main.async { MainActor.assumeIsolated { handle(event) } } }
}

/// Reports a crash of pagereel itself: a message, and a file in the temporary
/// folder.
enum CrashReport {
    /// Installs the handlers; called once, at the start.
    static func install() {
        unsafe crash_report_install(
            getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp", Program.nameAndVersion,
            Message.errorDescriptor, ExitStatus.internalFailure.rawValue)
    }
}

/// The program's name and version in files, reports and messages.
enum Program {
    /// The version, which is the package's too.
    static let version = "0.2.0"
    /// The name and the version, as recordings carry them in their metadata.
    static let nameAndVersion = "pagereel \(version)"
}

/// Names with bytes that are not UTF-8, which Swift's strings cannot hold.
///
/// Swift decodes arguments, variables and folders with replacement characters, so that the file of such a name would
/// not be found. The name is refused with that reason instead.
enum ForeignBytes {
    /// Refuses arguments with bytes that are not UTF-8.
    ///
    /// - Throws: A usage error.
    static func checkArguments() throws(CommandError) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            if let shown = unsafe Self.shown(argument) {
                throw CommandError(
                    .usage,
                    "the argument \(shown) has bytes that are not UTF-8. Rename the file, or name it by a link whose "
                        + "name is UTF-8.")
            }
        }
    }

    /// The variables that name files and folders, apart from pagereel's own.
    private static let variables = [
        "HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
    ]

    /// Refuses a working folder, and variables that name files, with bytes that are not UTF-8.
    ///
    /// - Throws: A usage error.
    static func checkEnvironment() throws(CommandError) {
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            unsafe next += 1
            guard let shown = unsafe Self.shown(entry) else { continue }
            let name = String(shown.prefix { $0 != "=" })
            if variables.contains(name) || name.hasPrefix("PAGEREEL_") {
                throw CommandError(
                    .usage, "the value of \(name) has bytes that are not UTF-8. Set it to a name that is UTF-8.")
            }
        }
        guard let folder = unsafe getcwd(nil, 0) else { return }
        defer { unsafe free(folder) }
        if let shown = unsafe Self.shown(folder) {
            throw CommandError(
                .usage, "the working folder \(shown) has bytes that are not UTF-8. Run pagereel in another folder.")
        }
    }

    /// A text with its bytes that are not ASCII as `\xE9`; `nil` if it is UTF-8.
    private static func shown(_ text: UnsafePointer<CChar>) -> String? {
        guard unsafe String(validatingCString: text) == nil else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:))
        return bytes.map { byte in
            (0x20..<0x7f).contains(byte)
                ? String(Unicode.Scalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()
        }.joined()
    }
}
