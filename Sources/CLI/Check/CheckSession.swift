import Glibc
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
            let plan = try command.plan()
            return MainLoop.run { await check(plan) }
        } catch {
            return fail(error, signal: nil)
        }
    }

    @MainActor
    private func check(_ plan: RecordingPlan) async -> ExitStatus {
        let check = PageCheck(plan) { show($0) }
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
            let result = CheckResult(report, command.expectations.all.map { Verdict($0, report) })
            print([result])
            return stoppedBy ?? (result.passed ? .recorded : .unexpected)
        } catch {
            return fail(error, signal: stoppedBy)
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

    private func print(_ results: [CheckResult]) {
        let shown = command.messages.quiet ? results.filter { !$0.passed } : results
        let text = command.messages.format.text(of: shown)
        if !text.isEmpty { Message.result(text) }
    }

    private func fail(_ error: any Error, signal: ExitStatus?) -> ExitStatus {
        Message.error("\(error)")
        // To whoever tests a page, one that is not there is one that fails.
        if let error = error as? PageError, error.code == .cannotLoad { return .unexpected }
        return ExitStatus(error, signal: signal)
    }
}
