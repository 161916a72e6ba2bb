import Clusters
import EngineLink
import Files
import Glibc
import Manifest
import Notation
import PageServer
import Recorder
import RecordingLibrary
import Timeline

/// The exit status of a command.
///
/// Numbers from 64 on are those of sysexits(3); 129, 130 and 143 are 128 plus the
/// number of the signal.
enum ExitStatus: Int32, CaseIterable {
    case success = 0
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
    case quit = 131
    case terminated = 143

    /// The meaning, for help and manual.
    var meaning: String {
        switch self {
        case .success: "success"
        case .unexpected:
            "check, stills, record, compose: expectations or steps were not met; batch: rows failed, or verify found errors"
        case .cancelled: "the page canceled the recording; nothing was written"
        case .neverStarted: "the page never started the recording"
        case .pageDied:
            "the page's process, the engine or the display server crashed or hung; the frames recorded so far are kept"
        case .usage: "usage error: invalid or contradictory options"
        case .unreadableInput:
            "unreadable input: an audio, image, video, script or timeline file is missing or damaged"
        case .pageNotLoaded:
            "the page cannot be loaded: missing file, DNS failure, refused connection, TLS error, or HTTP status 400 or "
                + "above"
        case .missingComponent:
            "a required component is missing, the virtual clock is not exact, or a port is in use; the message says what to do"
        case .internalFailure: "internal error in pagereel"
        case .outputNotCreated: "the output cannot be created"
        case .outputNotWritten:
            "the output, or a result on standard output, cannot be written, for example because the disk is full"
        case .locked: "another command holds the lock (--lock); nothing was written"
        case .misconfigured: "the configuration file is invalid or cannot be read; the message says why"
        case .hungUp:
            "stopped by SIGHUP, for example because the terminal was closed; the frames recorded so far are kept"
        case .interrupted: "stopped by Ctrl-C (SIGINT); the frames recorded so far are kept"
        case .quit: "ended at once by Ctrl-\\ (SIGQUIT); nothing was written"
        case .terminated: "stopped by SIGTERM; the frames recorded so far are kept"
        }
    }

    /// The status of a command stopped by a signal.
    init(signal number: Int32) {
        switch number {
        case SIGTERM: self = .terminated
        case SIGHUP: self = .hungUp
        case SIGQUIT: self = .quit
        default: self = .interrupted
        }
    }

    /// The status of a recording with a result.
    init(_ reason: ExitReason, signal: ExitStatus?) {
        switch reason {
        case .stopped, .duration, .longestDuration: self = .success
        case .cancelled: self = .cancelled
        case .interrupted: self = signal ?? .interrupted
        case .hung, .crashed: self = .pageDied
        }
    }

    /// The status of a recording, and of whether its page did what was expected.
    init(of summary: RecordingSummary, signal: ExitStatus?) {
        self.init(summary.exitReason, signal: signal)
        if self == .success, !summary.verdicts.allSatisfy(\.isMet) || !summary.missedSteps.isEmpty {
            self = .unexpected
        }
    }

    /// The status of a command that failed.
    init(_ error: any Error, signal: ExitStatus?) {
        switch error {
        case let error as CommandError: self = error.status
        case let error as PageError: self.init(error.code, signal: signal)
        case let error as FileError: self.init(error.code)
        case let error as PageClipError:
            self = error.reason.map { ExitStatus($0, signal: nil) } ?? .internalFailure
            if let cause = error.cause { self.init(cause, signal: nil) }
        case is YAMLError, is ManifestError, is TimelineError: self = .unreadableInput
        case is OptionError: self = .usage
        case is CancellationError: self = signal ?? .internalFailure
        case let error as LibraryError: self.init(error.code)
        case let error as PageServerError: self.init(error)
        case is ClusterError: self = .missingComponent
        default: self = .internalFailure
        }
    }

    private init(_ code: PageError.Code, signal: ExitStatus?) {
        switch code {
        case .missingComponent: self = .missingComponent
        case .cannotLoad: self = .pageNotLoaded
        case .crashed, .hung: self = .pageDied
        case .invalidPlan: self = .usage
        case .neverStarted: self = .neverStarted
        case .interrupted: self = signal ?? .interrupted
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
        case .locked: self = .locked
        default: self = .internalFailure
        }
    }

    private init(_ error: PageServerError) {
        switch error {
        case .unusableFolder, .outside, .noPage, .unreadable: self = .pageNotLoaded
        case .anotherServer: self = .usage
        case .portInUse, .cannotListen: self = .missingComponent
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

    /// The word for a failure, as `exitReason` in the summary.
    var word: String {
        switch self {
        case .success: "stopped"
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
        case .hungUp, .interrupted, .quit, .terminated: "interrupted"
        }
    }
}

/// The failure of a command, with its exit status.
struct CommandError: Error, CustomStringConvertible {
    /// The exit status.
    let status: ExitStatus
    /// What failed and what to do, as sentences.
    let description: String
    /// Lines that are printed before the description, such as the mistakes in a file.
    let details: [String]

    /// Describes a failure.
    init(_ status: ExitStatus, _ description: String, details: [String] = []) {
        self.status = status
        self.description = description
        self.details = details
    }
}
