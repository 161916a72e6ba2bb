import ArgumentParser
import EngineLink
import Files
import Glibc
import Library
import Notation
import PageServer
import Recorder

/// How the command ends, as the shell sees it.
///
/// Numbers from 64 on are those of sysexits(3); 129, 130 and 143 are 128 plus the
/// number of the signal.
enum ExitStatus: Int32, CaseIterable {
    case recorded = 0
    case unexpected = 1
    case cancelled = 10
    case neverStarted = 11
    case pageDied = 12
    case usage = 64
    case unreadableInput = 65
    case pageNotLoaded = 66
    case missingComponent = 69
    case internalFailure = 70
    case outputNotCreated = 73
    case outputNotWritten = 74
    case locked = 75
    case misconfigured = 78
    case hungUp = 129
    case interrupted = 130
    case terminated = 143

    /// What the number means, for the manual.
    var meaning: String {
        switch self {
        case .recorded: "recorded"
        case .unexpected: "check, stills: the page is not as expected"
        case .cancelled: "the page cancelled; nothing was written"
        case .neverStarted: "the page never started"
        case .pageDied:
            "the page's process, its engine or its display server crashed or hung; what was recorded is kept"
        case .usage: "wrong usage"
        case .unreadableInput:
            "unreadable input: a sound, picture, video, script or timeline that is missing or damaged"
        case .pageNotLoaded: "the page cannot be loaded: missing file, DNS, refused, TLS, HTTP status 400 and above"
        case .missingComponent:
            "a needed component is missing, or the virtual clock is not exact with it; the message says what to do"
        case .internalFailure: "an error in pagereel itself"
        case .outputNotCreated: "the output cannot be created"
        case .outputNotWritten: "the output could not be written, as when the disk is full"
        case .locked: "another recording holds the lock (--lock); nothing was recorded"
        case .misconfigured: "the configuration file is wrong; the message says where"
        case .hungUp: "stopped by SIGHUP, as when the terminal is closed; what was recorded is kept"
        case .interrupted: "stopped by Ctrl-C (SIGINT); what was recorded is kept"
        case .terminated: "stopped by SIGTERM; what was recorded is kept"
        }
    }

    /// The table for the help text.
    static var table: String {
        allCases.map { "  \($0.rawValue)".padding(to: 7) + $0.meaning }.joined(separator: "\n")
    }

    /// The end of a command that a signal of the system stopped.
    init(signal number: Int32) {
        switch number {
        case SIGTERM: self = .terminated
        case SIGHUP: self = .hungUp
        default: self = .interrupted
        }
    }

    /// The end of a recording that came to a result.
    init(_ reason: RecordingSummary.ExitReason, signal: ExitStatus?) {
        switch reason {
        case .stopped, .duration, .longestDuration: self = .recorded
        case .cancelled: self = .cancelled
        case .interrupted: self = signal ?? .interrupted
        case .hung, .crashed: self = .pageDied
        }
    }

    /// The end of a recording that failed.
    init(_ error: any Error, signal: ExitStatus?) {
        switch error {
        case let error as PageError: self.init(error.code)
        case let error as FileError: self.init(error.code)
        case let error as RecordingError: self.init(error.code, signal: signal)
        case is YAMLError: self = .unreadableInput
        case is CancellationError: self = signal ?? .internalFailure
        case let error as LibraryError: self.init(error.code)
        case let error as ConfigurationError: self = error.isUsage ? .usage : .misconfigured
        case NamedLockError.held: self = .locked
        case NamedLockError.unusable: self = .missingComponent
        case let error as PageServerError: self.init(error)
        case let error as PageTakeError: self = error.status
        default: self = .internalFailure
        }
    }

    private init(_ code: PageError.Code) {
        switch code {
        case .missingComponent: self = .missingComponent
        case .cannotLoad: self = .pageNotLoaded
        case .crashed, .hung: self = .pageDied
        case .invalidOption: self = .usage
        default: self = .internalFailure
        }
    }

    private init(_ code: FileError.Code) {
        switch code {
        case .unreadableInput: self = .unreadableInput
        case .missingComponent: self = .missingComponent
        case .cannotCreateOutput: self = .outputNotCreated
        case .cannotWriteOutput: self = .outputNotWritten
        case .invalidSettings: self = .usage
        default: self = .internalFailure
        }
    }

    private init(_ error: PageServerError) {
        switch error {
        case .unusableFolder, .outside, .noPage, .unreadable: self = .pageNotLoaded
        case .anotherServer: self = .usage
        case .cannotListen: self = .missingComponent
        }
    }

    private init(_ code: LibraryError.Code) {
        switch code {
        case .notFound: self = .unreadableInput
        case .usage: self = .usage
        case .missingComponent: self = .missingComponent
        case .notMade: self = .outputNotCreated
        case .notRemoved: self = .outputNotWritten
        }
    }

    private init(_ code: RecordingError.Code, signal: ExitStatus?) {
        switch code {
        case .invalidPlan: self = .usage
        case .neverStarted: self = .neverStarted
        case .interrupted: self = signal ?? .interrupted
        default: self = .internalFailure
        }
    }

    /// The word for a failure in the summary, as `exitReason`.
    var word: String {
        switch self {
        case .recorded: "stopped"
        case .unexpected: "unexpected"
        case .cancelled: "cancelled"
        case .neverStarted: "never-started"
        case .pageDied: "crashed"
        case .usage: "usage"
        case .unreadableInput: "unreadable-input"
        case .pageNotLoaded: "not-loaded"
        case .missingComponent: "missing-component"
        case .internalFailure: "internal-failure"
        case .outputNotCreated: "output-not-created"
        case .outputNotWritten: "output-not-written"
        case .locked: "locked"
        case .misconfigured: "misconfigured"
        case .hungUp, .interrupted, .terminated: "interrupted"
        }
    }
}

extension String {
    /// The text with spaces behind it up to a width.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
