import EngineLink
import Glibc
import PageServer
import Recorder

/// One run of `pagereel check`: follows the page, judges, prints, and gives
/// the exit status.
struct CheckSession {
    private let command: CheckCommand

    /// Prepares to run a command.
    init(_ command: CheckCommand) { self.command = command }

    /// Runs it on the main loop.
    func run() -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        do {
            let server = try command.serve.start()
            defer { withExtendedLifetime(server) {} }
            let plan = try command.plan(from: server)
            return CommandLoop.run { await check(plan) }
        } catch {
            return fail(error, signal: nil)
        }
    }

    @MainActor
    private func check(_ plan: TakePlan) async -> ExitStatus {
        let check = PageCheck(plan, onEvent: onMainActor { show($0) })
        var stoppedBy: ExitStatus?
        let watcher = SignalWatcher { number in
            let status = ExitStatus(signal: number)
            if stoppedBy != nil { exit(status.rawValue) }
            stoppedBy = status
            check.interrupt()
        }
        await watcher.start()
        defer { withExtendedLifetime(watcher) {} }
        do {
            let report = try await check.run()
            let verdicts = command.expectations.all.map { Verdict($0, report) }
            var result = CheckResult(report, verdicts)
            if let name = command.expectations.name { result.name = name }
            if !result.passed, !command.expectations.update, stoppedBy == nil {
                result.files = await leaveFiles(of: result, report, verdicts, check.plan)
            }
            if command.expectations.update, stoppedBy == nil {
                let isLive = check.plan.options.virtualTime == nil
                Message.result("--expect '\(result.observations(isLive: isLive).joined(separator: ", "))'")
                return .recorded
            }
            command.print([result])
            return stoppedBy ?? (result.passed ? .recorded : .unexpected)
        } catch {
            return fail(error, signal: stoppedBy)
        }
    }

    /// Leaves behind what helps to find out why the check failed.
    @MainActor
    private func leaveFiles(
        of result: CheckResult, _ report: CheckReport, _ verdicts: [Verdict], _ plan: TakePlan
    ) async -> [String] {
        let failedTimes = verdicts.filter { !$0.isMet }.compactMap(\.pageTime) + report.mistakes.map(\.pageTime)
        let files = FailureFiles(folder: command.expectations.failures, name: result.name, report)
        do {
            // What never came is missing at the end.
            return try await files.write(around: failedTimes.min() ?? report.pageTime, plan)
        } catch {
            Message.warning("\(error)")
            return []
        }
    }

    private func show(_ event: RecordingEvent) {
        guard command.messages.verbose else { return }
        switch event {
        case .console(let line): Message.page("\(line)")
        case .warning(let text): Message.warning(Message.printable(text))
        case .loading(let address): Message.note("checking \(address)")
        default: break
        }
    }

    private func fail(_ error: any Error, signal: ExitStatus?) -> ExitStatus {
        Message.error("\(error)")
        // To whoever tests a page, one that is not there is one that fails.
        if let error = error as? PageError, error.code == .cannotLoad { return .unexpected }
        if case .noPage = error as? PageServerError { return .unexpected }
        return ExitStatus(error, signal: signal)
    }
}
