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
        do {
            // Before the plan, whose output is named by the time of the start.
            let lock = try command.schedule.takeLock { if !command.messages.quiet { Message.note($0) } }
            defer { withExtendedLifetime(lock) {} }
            let server = try command.serve.start()
            defer { withExtendedLifetime(server) {} }
            let plan = try command.plan(from: server)
            return MainLoop.run { await record(plan) }
        } catch {
            return fail(error, signal: nil)
        }
    }

    @MainActor
    private func record(_ plan: RecordingPlan) async -> ExitStatus {
        let reporter = Reporter(plan, messages: command.messages)
        let recording = Recording(plan) { reporter.show($0) }
        var stoppedBy: ExitStatus?
        let watcher = SignalWatcher { number in
            let status = ExitStatus(signal: number)
            if stoppedBy != nil {
                recording.abort()
                reporter.clear()
                Message.error("aborted; nothing was written.")
                exit(status.rawValue)
            }
            stoppedBy = status
            recording.interrupt()
        }
        defer { withExtendedLifetime(watcher) {} }
        do {
            let summary = try await recording.run()
            reporter.finish(summary)
            if command.messages.json {
                Message.result(SummaryJSON(summary).text)
            } else if command.output == nil, let output = summary.output {
                // A name that was chosen here is a result.
                Message.result(output)
            }
            return ExitStatus(summary.exitReason, signal: stoppedBy)
        } catch {
            reporter.clear()
            return fail(error, signal: stoppedBy)
        }
    }

    private func fail(_ error: any Error, signal: ExitStatus?) -> ExitStatus {
        let status = ExitStatus(error, signal: signal)
        Message.error("\(error)")
        if command.messages.json {
            let page = PageAddress.withoutCredentials(command.page)
            Message.result(FailureJSON(page: page, status: status, failure: error).text)
        }
        return status
    }
}
