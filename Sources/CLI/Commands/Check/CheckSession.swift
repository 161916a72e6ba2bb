import EngineLink
import Glibc
import Notation
import PageSampler
import PageServer
import Recorder

/// Runs `pagereel check`: follows the page, judges it, prints the report, and
/// returns the exit status.
struct CheckSession {
    let command: CheckCommand

    /// Runs the command on the main run loop.
    func run() -> ExitStatus {
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
        let check = PageCheck(plan, onEvent: onMainActor { show($0, of: plan) })
        let signals = StopSignals()
        await signals.start()
        do {
            let report = try await signals.run(interrupt: { check.interrupt() }) { try await check.run() }
            let verdicts = command.expectations.all.map { Verdict($0, report) }
            var result = CheckResult(report, verdicts)
            if let name = command.expectations.name { result.name = name }
            if !result.passed, !command.expectations.update, signals.status == nil {
                result.files = await leaveFiles(of: result, report, verdicts, check.plan)
            }
            if command.expectations.update, signals.status == nil {
                let isLive = check.plan.options.virtualTime == nil
                Message.result("--expect '\(result.observations(isLive: isLive).joined(separator: ", "))'")
                return .recorded
            }
            command.print([result])
            return signals.status ?? (result.passed ? .recorded : .unexpected)
        } catch {
            return fail(error, signal: signals.status)
        }
    }

    /// Writes the files that help to find out why the check failed.
    @MainActor
    private func leaveFiles(
        of result: CheckResult, _ report: CheckReport, _ verdicts: [Verdict], _ plan: TakePlan
    ) async -> [String] {
        let failedTimes = verdicts.filter { !$0.isMet }.compactMap(\.pageTime) + report.mistakes.map(\.pageTime)
        let files = FailureFiles(folder: command.expectations.failures, name: result.name, report)
        do {
            // A signal that never came is missing at the end.
            return try await files.write(around: failedTimes.min() ?? report.pageTime, plan)
        } catch {
            Message.warning("\(error)")
            return []
        }
    }

    private func show(_ event: RecordingEvent, of plan: TakePlan) {
        guard command.messages.verbose else { return }
        switch event {
        case .console(let line): Message.page("\(line)")
        case .warning(let text): Message.warning(text)
        case .loading: Message.note("checking \(plan.page)")
        default: break
        }
    }

    private func fail(_ error: any Error, signal: ExitStatus?) -> ExitStatus {
        Message.error("\(error)")
        guard Self.isMissingPage(error) else { return ExitStatus(error, signal: signal) }
        // A missing page is a failed check, with a report for programs.
        if command.messages.format != .text {
            let page = ShownAddress.text(command.page)
            command.print([
                CheckResult(
                    name: command.expectations.name ?? page, page: page, ending: "not-loaded",
                    failure: ShownAddress.hidingSecrets(in: "\(error)"))
            ])
        }
        return .unexpected
    }

    private static func isMissingPage(_ error: any Error) -> Bool {
        if let error = error as? PageError { return error.code == .cannotLoad }
        if case .noPage = error as? PageServerError { return true }
        return false
    }
}
