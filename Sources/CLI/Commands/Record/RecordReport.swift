import Recorder

/// Reports a finished recording, and removes old outputs.
///
/// None of this affects the exit status.
@MainActor
struct RecordReport {
    let command: RecordCommand
    let aftermath: Aftermath

    /// Reports an outcome, and runs the actions that the options request.
    func follow(_ outcome: RecordOutcome) async {
        tell(outcome)
        if outcome.status == .recorded { removeOldOutputs(before: outcome) }
        notify(of: outcome)
        await aftermath.runHook(after: outcome.status, summary: outcome.summary)
    }

    private func tell(_ outcome: RecordOutcome) {
        aftermath.logEnd(outcome.status, summary: outcome.summary)
        if case .failure(let error) = outcome.result {
            let count = outcome.attempts > 1 ? " It was tried \(outcome.attempts) times (--retry)." : ""
            Message.error("\(error)\(count)")
        }
        if case .success(let summary) = outcome.result {
            for sentence in summary.unmetExpectations { Message.error(sentence) }
        }
        if let error = outcome.photos.failure { aftermath.complain("\(error) The video itself was saved.") }
        if command.messages.json {
            Message.result(jsonLine(outcome.summary))
        } else if command.output == nil, case .success(let summary) = outcome.result, let output = summary.output {
            // The user does not know a generated name yet.
            Message.result(output)
        }
    }

    /// Removes older outputs (`--keep`).
    private func removeOldOutputs(before outcome: RecordOutcome) {
        guard let count = command.keeping.keep, case .success(let summary) = outcome.result,
            let latest = summary.output, let output = command.output, let old = try? OldOutputs(output)
        else { return }
        let removal = old.remove(keeping: count, latest: latest)
        for path in removal.removed {
            aftermath.log?.add(.removed(path))
            if !command.messages.quiet { Message.note("removed \(path) (--keep \(count)).") }
        }
        for failure in removal.failures { aftermath.complain(failure) }
    }

    private func notify(of outcome: RecordOutcome) {
        switch outcome.result {
        case .success(let summary):
            let title = outcome.status == .recorded ? "Recorded" : "Recording ended"
            aftermath.notify(title: title, text: SummaryLine(summary).text)
        case .failure(let error): aftermath.notify(title: "Recording failed", text: "\(error)")
        }
    }
}
