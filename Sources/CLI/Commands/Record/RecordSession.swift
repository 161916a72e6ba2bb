import Files
import Foundation
import PageServer
import Recorder

/// Runs `pagereel record`: plans, records, reports, and returns the exit
/// status.
struct RecordSession {
    private let command: RecordCommand
    /// The user's environment; the recorder changes its own for the page.
    private let environment = ProcessInfo.processInfo.environment

    /// Prepares to run a command.
    init(_ command: RecordCommand) { self.command = command }

    /// Runs the command on the main run loop.
    func run() -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        let server = Result { try command.serve.start() }
        return CommandLoop.run { await record(from: server) }
    }

    /// Records and reports.
    ///
    /// - Parameter server: The server of the page's folder, if there is one.
    @MainActor
    private func record(from server: Result<PageServer?, any Error>) async -> ExitStatus {
        let log = command.unattended.openLog()
        let signals = StopSignals()
        var lock: NamedLock?
        // The lock is held until hooks and notifications are done, too.
        defer { withExtendedLifetime(lock) {} }
        var outcome: RecordOutcome
        do {
            lock = try command.unattended.takeLock { if !command.messages.quiet { Message.note($0) } }
            // After the lock is taken: the output is named after the start time.
            let output = try command.newOutput()
            let server = try server.get()
            let photos = try command.photos.checkedPlans(overwrite: command.existing.overwrite)
            await signals.start()
            let attempt = PageAttempt(
                command: command, output: output, server: server, signals: signals, log: log)
            let attempts = Attempts(
                arguments: command.unattended, quiet: command.messages.quiet, signals: signals, log: log)
            let last = await attempts.run(retryingAfter: Attempts.mayPass, attempt.run(number:))
            outcome = RecordOutcome(
                last.result, attempts: last.count, page: command.page, signal: signals.status)
            if case .success(let summary) = outcome.result, let video = summary.output {
                let maker = PhotoMaker(signals: signals, reporter: WorkReporter(quiet: command.messages.quiet))
                outcome.add(await maker.make(photos, of: video), signal: signals.status)
            }
        } catch {
            await signals.start()
            outcome = RecordOutcome(.failure(error), attempts: 0, page: command.page, signal: nil)
        }
        let aftermath = Aftermath(
            arguments: command.unattended, log: log, signals: signals, environment: environment)
        await RecordReport(command: command, aftermath: aftermath).follow(outcome)
        return outcome.status
    }
}
