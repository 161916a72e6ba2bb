import Batch
import Clusters
import Files
import Foundation
import Manifest
import Notation
import PageServer

/// Runs `pagereel batch`: checks all rows, records those that are not done, and reports.
struct BatchSession {
    private let command: BatchRunCommand

    /// Prepares to run a command.
    init(_ command: BatchRunCommand) { self.command = command }

    /// Runs the command on the main run loop.
    ///
    /// - Throws: The error that kept the batch from running to its end.
    func run() throws -> ExitStatus {
        let environment = ProcessInfo.processInfo.environment
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        let server = try command.batch.serve.start()
        // First, because another worker of the shard may still write to it; its rows are then read below.
        let journalOfWorker = command.checked == nil ? nil : try openJournal()
        let plan = try BatchPlan(command.batch, from: server, checkedManifest: command.checked)
        let check = try plan.check()
        let replaced = try check.replacedRows(overwrites: command.existing.overwrite)
        if command.running.dryRun { return try printCommands(of: plan, check) }
        if command.checked == nil { try refuseOtherJobs() }
        let journal = try journalOfWorker ?? openJournal()
        let uploader = command.batch.selection.upload.map {
            Uploader($0, timeout: command.running.uploadTimeout ?? .seconds(600), environment: environment)
        }
        return try CommandLoop.run {
            let jobs = JobCount(given: command.running.jobs)
            let recorder = RowRecorder(
                plan.commands, from: plan.server, concurrency: jobs.number, uploader: uploader,
                retries: command.running.retry, retryDelay: command.running.retryDelay ?? .seconds(1))
            return try await BatchRecording(
                command, plan: plan, check: check, replaced: replaced, journal: journal, jobs: jobs,
                recorder: recorder
            ).run()
        }
    }

    private func openJournal() throws -> JournalFile {
        try JournalFile(
            in: command.batch.journalFolder, named: command.batch.selection.shard?.name ?? "local",
            waits: command.checked != nil)
    }

    /// Checks that no cluster records the same rows.
    private func refuseOtherJobs() throws {
        guard let job = try SubmittedJob(in: command.batch.journalFolder) else { return }
        try CommandLoop.run {
            // A job that cannot be looked up may be over.
            guard let tasks = try? await Slurm.tasks(of: job.id), !tasks.areOver else { return }
            throw ClusterSession.failure(job, of: self.command.batch)
        }
    }

    private func printCommands(of plan: BatchPlan, _ check: BatchPlan.Check) throws -> ExitStatus {
        try plan.forEach { _, row in
            if plan.journal.state(of: row.output, row.fingerprint) != .done { Message.result(row.command) }
            return true
        }
        if !command.messages.quiet {
            Message.note("\(quantity(check.planned, "row")) to record, \(check.states[.done, default: 0]) done.")
        }
        return .recorded
    }
}

extension Shard {
    /// The name of the shard's journal.
    var name: String { "shard-\(number)-of-\(count)" }
}
