import Glibc
import Recorder

/// One run of `pagereel record`: plans, records, tells, and gives the exit
/// status.
struct RecordSession {
    private let command: RecordCommand

    /// Prepares to run a command.
    init(_ command: RecordCommand) { self.command = command }

    /// Runs it on the main loop.
    func run() -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        // Before the output is named, by the time of the start.
        let lock = Result {
            try command.schedule.takeLock { if !command.messages.quiet { Message.note($0) } }
        }
        defer { withExtendedLifetime(lock) {} }
        let output = lock.flatMap { _ in Result { try command.output.path(at: time(nil)) } }
        return MainLoop.run { await record(to: output) }
    }

    /// Records and does what comes after.
    ///
    /// - Parameter output: The file to write, or why there is nothing to be
    ///   written.
    @MainActor
    private func record(to output: Result<String, any Error>) async -> ExitStatus {
        let signals = StopSignals()
        await signals.start()
        defer { withExtendedLifetime(signals) {} }
        let outcome: RecordOutcome
        switch output {
        case .success(let output):
            outcome = await Attempts(command, output: output, signals: signals).run()
        case .failure(let error):
            outcome = RecordOutcome(.failure(error), attempts: 0, page: command.page, signal: nil)
        }
        tell(outcome)
        return outcome.status
    }

    private func tell(_ outcome: RecordOutcome) {
        if case .failure(let error) = outcome.result {
            let count = outcome.attempts > 1 ? " It was tried \(outcome.attempts) times (--retry)." : ""
            Message.error("\(error)\(count)")
        }
        if command.messages.json { Message.result(json(outcome.summary)) }
    }
}
