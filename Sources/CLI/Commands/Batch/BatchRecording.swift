import Batch
import EngineLink
import Manifest
import Notation
import Recorder

/// Records the rows of a batch that are not done, several at the same time.
@MainActor
final class BatchRecording {
    private let command: BatchRunCommand
    private let plan: BatchPlan
    private let replaced: Set<Journal.State>
    private let journal: JournalFile
    private let jobs: JobCount
    private let recorder: any RowRecording
    private let reporter: BatchReporter
    private let signals = StopSignals()
    private var rows: BatchPlan.PlannedRows
    private var progress: BatchProgress
    /// Why no more rows begin; `nil` while they do.
    private var stop: Stop?

    private enum Stop {
        case signal, failures
    }

    /// Prepares to record; nothing starts yet.
    ///
    /// - Parameters:
    ///   - replaced: The states in which an existing output is replaced.
    ///   - jobs: How many rows are recorded at the same time.
    init(
        _ command: BatchRunCommand, plan: BatchPlan, check: BatchPlan.Check, replaced: Set<Journal.State>,
        journal: JournalFile, jobs: JobCount, recorder: any RowRecording
    ) {
        self.command = command
        self.plan = plan
        self.replaced = replaced
        self.journal = journal
        self.jobs = jobs
        self.recorder = recorder
        rows = BatchPlan.PlannedRows(of: plan)
        progress = BatchProgress(planned: check.planned)
        reporter = BatchReporter(command.batch, check: check, messages: command.messages, log: command.running.log)
    }

    /// Records until every row is over, or no more may begin.
    ///
    /// - Throws: An error of the journal or the manifest; rows under way have ended then.
    func run() async throws -> ExitStatus {
        await signals.start()
        reporter.begin(jobs.description, optionColumns: plan.optionColumns)
        let run = BatchRun<RowRecorder.Job, RowRecorder.Outcome>(concurrency: jobs.number) { [recorder] job in
            await recorder.record(job)
        }
        try await signals.run {
            self.stop = .signal
            self.reporter.tell("stopping after the rows under way; again to stop at once.")
        } abort: {
            self.recorder.abort()
            self.reporter.tell("aborted; the rows under way were not written.")
        } _: {
            try await run.run(next: next, finish: finish)
        }
        await recorder.drain()
        try journal.end()
        let failures = try FailedRows(of: plan).write()
        reporter.finish(progress, failures: failures, hadTooManyFailures: stop == .failures)
        if let status = signals.status { return status }
        return failures.count == 0 ? .recorded : .unexpected
    }

    /// The next row to record.
    private func next() throws -> RowRecorder.Job? {
        while stop == nil, let (_, row) = try rows.next() {
            let state = plan.journal.state(of: row.output, row.fingerprint)
            guard state != .done else { continue }
            let isRecorded = state == .recorded
            if !isRecorded {
                try journal.add(
                    JournalEntry(
                        output: row.output, row: row.number, fingerprint: row.fingerprint, attempts: 0,
                        milliseconds: 0, result: .begun))
                reporter.begin(row)
            }
            return RowRecorder.Job(
                row: row, overwrites: replaced.contains(state), isRecorded: isRecorded)
        }
        return nil
    }

    private func finish(_ job: RowRecorder.Job, _ outcome: RowRecorder.Outcome) throws {
        try journal.add(outcome.entry)
        progress.add(isRecorded: outcome.failure == nil)
        reporter.finish(job.row, outcome, progress)
        if let limit = command.running.maxFailures, limit.isExceeded(by: progress.failed, of: progress.planned) {
            stop = stop ?? .failures
        }
    }
}
