import Notifier
import Recorder

/// Reports a finished recording: log, messages, notification and hooks; removes
/// old outputs.
///
/// None of this affects the exit status. Failures are reported even with
/// `--quiet`.
@MainActor
struct Aftermath {
    let command: RecordCommand
    let log: RecordingLog?
    let signals: StopSignals
    /// The user's environment.
    let environment: [String: String]

    /// Reports an outcome, and runs the actions that the options request.
    func follow(_ outcome: RecordOutcome) async {
        tell(outcome)
        if outcome.status == .recorded { removeOldOutputs(before: outcome) }
        notify(of: outcome)
        await runHook(after: outcome)
    }

    private func tell(_ outcome: RecordOutcome) {
        log?.add(.ended(outcome.status, summary: outcome.summary))
        if case .failure(let error) = outcome.result {
            let count = outcome.attempts > 1 ? " It was tried \(outcome.attempts) times (--retry)." : ""
            Message.error("\(error)\(count)")
        }
        if let error = outcome.photos.failure { complain("\(error) The video itself was saved.") }
        if command.messages.json {
            Message.result(jsonLine(outcome.summary))
        } else if command.output == nil, case .success(let summary) = outcome.result, let output = summary.output {
            // The user does not know a generated name yet.
            Message.result(output)
        }
    }

    /// Removes older outputs (`--keep`).
    private func removeOldOutputs(before outcome: RecordOutcome) {
        guard let count = command.schedule.keep, case .success(let summary) = outcome.result,
            let latest = summary.output, let output = command.output, let old = try? OldOutputs(output)
        else { return }
        let removal = old.remove(keeping: count, latest: latest)
        for path in removal.removed {
            log?.add(.removed(path))
            if !command.messages.quiet { Message.note("removed \(path) (--keep \(count)).") }
        }
        for failure in removal.failures { complain(failure) }
    }

    /// Shows a desktop notification, if there is a desktop.
    private func notify(of outcome: RecordOutcome) {
        guard command.schedule.notify, let bus = SessionBus(environment: environment) else { return }
        let (title, text) =
            switch outcome.result {
            case .success(let summary):
                (outcome.status == .recorded ? "Recorded" : "Recording ended", SummaryLine(summary).text)
            case .failure(let error): ("Recording failed", "\(error)")
            }
        DesktopNotification(title: title, text: Message.printable(text)).show(on: bus)
    }

    private func runHook(after outcome: RecordOutcome) async {
        let schedule = command.schedule
        let (text, option) =
            outcome.status == .recorded ? (schedule.onFinish, "--on-finish") : (schedule.onFailure, "--on-failure")
        guard let text else { return }
        let hook = Hook(command: text, option: option, environment: environment)
        if let failure = await hook.run(reading: jsonLine(outcome.summary) + "\n", signals: signals) {
            complain(failure)
        }
    }

    private func complain(_ text: String) {
        log?.add(.failure(text))
        Message.error(text)
    }
}
