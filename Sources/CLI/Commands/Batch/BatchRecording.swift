import Batch
import Clusters
import EngineLink
import Files
import Foundation
import Glibc
import Manifest
import Notation
import PageServer
import Recorder

extension BatchRunCommand {
    /// Checks all rows, records those that are not done, on the main run loop, and reports.
    ///
    /// - Throws: The error that kept the batch from running to its end.
    func recordRows() throws -> ExitStatus {
        let environment = ProcessInfo.processInfo.environment
        CommandEnvironment.prepare(isVerbose: messages.verbose)
        let server = try batch.serve.start()
        // First, because another worker of the shard may still write to it; its rows are then read below.
        let journalOfWorker = worker.checked == nil ? nil : try openJournal()
        let plan = try BatchPlan(batch, from: server, checkedManifest: worker.checked)
        let check = try plan.check()
        let replaced = try check.replacedRows(overwrites: existing.overwrite)
        if running.dryRun { return try printCommands(of: plan, check, replacing: replaced) }
        if worker.checked == nil { try refuseOtherJobs() }
        let journal = try journalOfWorker ?? openJournal()
        let uploader = batch.selection.upload.map {
            Uploader($0, timeout: running.uploadTimeout ?? .seconds(600), environment: environment)
        }
        return try CommandLoop.run {
            let jobs = JobCount(given: running.jobs)
            let log = RunLog(path: running.log)
            let recorder = RowRecorder(
                plan.commands, from: plan.server, concurrency: jobs.number, uploader: uploader,
                retries: Retries(count: running.retry, delay: running.retryDelay ?? .seconds(1)), log: log)
            return try await BatchRecording(
                self, plan: plan, check: check, replaced: replaced, journal: journal, jobs: jobs,
                recorder: recorder, log: log
            ).run()
        }
    }

    private func openJournal() throws -> JournalFile {
        try JournalFile(
            in: batch.journalFolder, named: batch.selection.shard?.name ?? "local",
            waits: worker.checked != nil)
    }

    /// Checks that no cluster records the same rows.
    private func refuseOtherJobs() throws {
        guard let job = try SubmittedJob(in: batch.journalFolder) else { return }
        try CommandLoop.run {
            // A job that cannot be looked up may be over.
            guard let tasks = try? await Slurm.tasks(of: job.id), !tasks.areOver else { return }
            throw unfinished(job)
        }
    }

    private func printCommands(
        of plan: BatchPlan, _ check: BatchPlan.Check, replacing replaced: Set<Journal.State>
    ) throws -> ExitStatus {
        try plan.forEach { _, row in
            let state = plan.journal.state(of: row.output, row.fingerprint)
            guard state != .done, state != .notUploaded else { return }
            let overwrites = unsafe replaced.contains(state) && access(row.output, F_OK) == 0
            Message.result(row.command(serving: batch.serve, overwrites: overwrites))
        }
        if !messages.quiet {
            Message.note("\(quantity(check.planned, "row")) to record, \(check.states[.done, default: 0]) done.")
        }
        return .success
    }
}

extension Shard {
    /// The name of the shard's journal.
    var name: String { "shard-\(number)-of-\(count)" }
}

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
    private let check: BatchPlan.Check
    /// How the rows failed, as long as none was recorded.
    private var firstFailures: Set<ExitStatus> = []

    /// The number of rows after which a batch ends if all have failed alike.
    private static let fewRows = 5

    private enum Stop {
        case signal, failures
    }

    /// Prepares to record; nothing starts yet.
    ///
    /// - Parameters:
    ///   - replaced: The states in which an existing output is replaced.
    ///   - jobs: How many rows are recorded at the same time.
    ///   - log: The log of `--log`.
    init(
        _ command: BatchRunCommand, plan: BatchPlan, check: BatchPlan.Check, replaced: Set<Journal.State>,
        journal: JournalFile, jobs: JobCount, recorder: any RowRecording, log: RunLog? = nil
    ) {
        self.command = command
        self.plan = plan
        self.replaced = replaced
        self.journal = journal
        self.jobs = jobs
        self.recorder = recorder
        self.check = check
        rows = BatchPlan.PlannedRows(of: plan)
        progress = BatchProgress(planned: check.planned)
        reporter = BatchReporter(command.batch, check: check, messages: command.messages, log: log)
    }

    /// Records until every row is over, or no more may begin.
    ///
    /// - Throws: An error of the journal or the manifest; rows under way have ended then.
    func run() async throws -> ExitStatus {
        await signals.start()
        reporter.begin(jobs.description, optionColumns: plan.optionColumns)
        let pool = TaskPool<RowRecorder.Job, RowRecorder.Outcome>(concurrency: jobs.number) { [recorder] job in
            await recorder.record(job)
        }
        try await signals.run {
            self.stop = .signal
            self.reporter.tell("stopping after the rows under way; again to stop at once.")
        } abort: {
            self.recorder.abort()
            self.reporter.tell("aborted; the rows under way were not written.")
        } _: {
            try await pool.run(next: next, finish: finish)
        }
        await recorder.drain()
        try journal.end()
        let failures = try FailedRows(of: plan).write()
        reporter.finish(progress, failures: failures, hadTooManyFailures: stop == .failures)
        if let status = signals.status { return status }
        return failures.count == 0 ? .success : .unexpected
    }

    private func next() throws -> RowRecorder.Job? {
        while stop == nil, let (_, row) = try rows.next() {
            let state = plan.journal.state(of: row.output, row.fingerprint)
            guard state != .done else { continue }
            let isRecorded = state == .notUploaded
            if !isRecorded {
                try journal.add(
                    JournalEntry(
                        output: row.output, row: row.number, fingerprint: row.fingerprint, attempts: 0,
                        milliseconds: 0, result: .begun))
                reporter.begin(row)
            }
            let overwrites = replaced.contains(state)
            let hasFailed = plan.journal.failure(of: row.output) != nil
            // Pictures are the batch's if their video was, also if that is gone.
            return RowRecorder.Job(
                row: row, overwrites: overwrites, overwritesPictures: overwrites || state == .gone || hasFailed,
                isRecorded: isRecorded)
        }
        return nil
    }

    private func finish(_ job: RowRecorder.Job, _ outcome: RowRecorder.Outcome) throws {
        try journal.add(outcome.entry)
        progress.add(isRecorded: outcome.failure == nil)
        reporter.finish(job.row, outcome, progress)
        stopIfAllFailAlike(outcome)
        if let limit = command.running.maxFailures, limit.isExceeded(by: progress.failed, of: progress.planned) {
            stop = stop ?? .failures
        }
    }

    /// Begins no more rows once the first ones have all failed for the same reason, which the others share: each may
    /// wait for a timeout.
    private func stopIfAllFailAlike(_ outcome: RowRecorder.Outcome) {
        guard command.running.maxFailures == nil, let failure = outcome.failure, progress.recorded == 0,
            check.states[.done, default: 0] == 0
        else { return }
        firstFailures.insert(failure.status)
        guard progress.failed == Self.fewRows, firstFailures.count == 1, progress.planned > progress.failed, stop == nil
        else { return }
        stop = .failures
        reporter.warn(
            "The first \(Self.fewRows) rows failed alike, so no more begin. Try one row with --limit 1, or go on in "
                + "any case with --max-failures 100%.")
    }
}

/// How many rows are recorded at the same time, and why.
struct JobCount: CustomStringConvertible {
    let number: Int
    /// How the number was worked out, for people; `nil` if it was given.
    private let reason: String?

    var description: String { "\(number) at the same time" + (reason.map { " (\($0))" } ?? "") }

    /// What a recording of an ordinary page in 720p takes with all its processes, in bytes.
    private static let memoryOfRow = 600 << 20

    /// Works out the number for this machine.
    ///
    /// - Parameter given: The number of `--jobs`.
    init(given: Int?) {
        guard given == nil else {
            number = given ?? 1
            reason = nil
            return
        }
        let (processors, memory) = (ProcessInfo.processInfo.activeProcessorCount, MachineMemory.size)
        let byMemory = max(1, memory / Self.memoryOfRow)
        number = min(processors, byMemory)
        reason =
            byMemory < processors
            ? "\(memory.byteText) of memory, \(Self.memoryOfRow.byteText) for each"
            : "one for each of \(quantity(processors, "processor"))"
    }
}
