import Files
import Movies
import Notation
import Timeline

/// A run of a command that makes files of files: its lock, its turn in a queue, attempts, messages, log,
/// notification and hooks.
@MainActor
struct UnattendedRun {
    /// What an attempt made.
    struct Made {
        /// The summary for `--json`, the log and hooks.
        let summary: any Encodable
        /// The summary for people.
        let lines: [String]
        /// Why something else that was asked for could not be made of the video.
        var failure: (any Error)?
    }

    let arguments: RunArguments
    let messages: MessageArguments
    /// The user's environment.
    let environment: [String: String]
    /// The titles of notifications.
    let titles: (success: String, failure: String)
    /// The queue in which processes take turns.
    let queue: String?
    /// Interrupt the run.
    let signals = StopSignals()
    let reporter: WorkReporter
    let log: RunLog?

    /// Prepares a run, and opens its log.
    init(
        _ arguments: RunArguments, messages: MessageArguments, environment: [String: String],
        titles: (success: String, failure: String), queue: String? = nil
    ) {
        self.arguments = arguments
        self.messages = messages
        self.environment = environment
        self.titles = titles
        self.queue = queue
        log = arguments.openLog()
        reporter = WorkReporter(quiet: messages.quiet, json: messages.json, log: log)
    }

    /// Makes the files, reports, and returns the exit status.
    ///
    /// - Parameter attempt: Makes the files; gets the number of the attempt, from 1.
    func make(_ attempt: (Int) async throws -> Made) async -> ExitStatus {
        var lock: NamedLock?
        var place: WaitingLine.Place?
        // Both are held until hooks and notifications are done, too.
        defer { withExtendedLifetime((lock, place)) {} }
        let outcome: Attempts.Outcome<Made>
        do {
            lock = try arguments.takeLock { reporter.tell($0) }
            place = try await turn()
            let attempts = Attempts(
                arguments: arguments, quiet: messages.quiet, signals: signals, log: log)
            outcome = await attempts.run(retryingAfter: Self.mayPass) { number in
                reporter.restart()
                return try await attempt(number)
            }
        } catch {
            outcome = Attempts.Outcome(result: .failure(error), count: 0)
        }
        await signals.start()
        return await report(outcome)
    }

    /// Whether another attempt may succeed: a page failed as a recording's may,
    /// or a file cannot be read.
    nonisolated static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case let error as FileError: error.code == .unreadableInput
        case let error as YAMLError: error.cause.map(mayPass) ?? false
        case let error as PageClipError:
            [.pageNotLoaded, .neverStarted, .pageDied].contains(ExitStatus(error, signal: nil))
        default: Attempts.mayPass(error)
        }
    }

    /// Waits for this run's turn in its queue.
    private func turn() async throws -> WaitingLine.Place? {
        guard let queue else { return nil }
        let (place, before) = try MovieQueue.line(named: queue).join()
        guard !before.isEmpty else { return place }
        await signals.start()
        reporter.tell("waiting for \(quantity(before.count, "run")) before this one in the queue '\(queue)'.")
        try await signals.run { try await WaitingLine.wait(for: before) }
        return place
    }

    private func report(_ outcome: Attempts.Outcome<Made>) async -> ExitStatus {
        let aftermath = Aftermath(arguments: arguments, log: log, signals: signals, environment: environment)
        let (status, summary): (ExitStatus, any Encodable)
        switch outcome.result {
        case .success(let made):
            status = made.failure.map { ExitStatus($0, signal: signals.status) } ?? .recorded
            summary = made.summary
            aftermath.logEnd(status, summary: summary)
            reporter.finish(made.summary, lines: made.lines)
            if let failure = made.failure { aftermath.complain("\(failure) The video itself was saved.") }
            aftermath.notify(title: titles.success, text: made.lines.joined(separator: "\n"))
        case .failure(let error):
            status = ExitStatus(error, signal: signals.status)
            summary = FailureJSON(status: status, failure: error, attempts: outcome.count)
            aftermath.logEnd(status, summary: summary)
            let count = outcome.count > 1 ? " It was tried \(outcome.count) times (--retry)." : ""
            reporter.fail(
                "\(error)\(count)", wasStopped: error is CancellationError || signals.status != nil)
            aftermath.notify(title: titles.failure, text: "\(error)")
        }
        await aftermath.runHook(after: status, summary: summary)
        return status
    }
}
