import Batch
import Clusters
import Files
import Foundation
import Notation

/// Runs `pagereel batch` with a cluster: checks all rows, and submits or prints a job that records
/// those that are not done.
struct ClusterSession {
    private let command: BatchRunCommand

    /// Prepares to run a command.
    init(_ command: BatchRunCommand) { self.command = command }

    /// Runs the command on the main run loop.
    ///
    /// - Throws: The error that kept the job from being submitted.
    func run() throws -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        let plan = try BatchPlan(command.batch, from: try command.batch.serve.start())
        let check = try plan.check()
        _ = try check.replacedRows(overwrites: command.existing.overwrite)
        guard check.planned > 0 else {
            if !command.messages.quiet { Message.note("\(quantity(check.rows, "row")), all done.") }
            return .recorded
        }
        guard let manifest = FileStamp(of: command.batch.manifest) else {
            throw FileError(.unreadableInput, "\(command.batch.manifest) cannot be read.")
        }
        let jobs = command.running.jobs ?? 1
        let words = command.workerWords(jobs: jobs, checksum: manifest.checksum)
        guard command.cluster.engine == .kubernetes else {
            return try submit(command.cluster.work(words, jobs: jobs, rows: check.planned), check: check)
        }
        let work = command.cluster.work(KubernetesPrinter.workerWords(words), jobs: jobs, rows: check.planned)
        return try KubernetesPrinter(command, plan: plan).print(work, rows: check.planned)
    }

    private func submit(_ work: ClusterWork, check: BatchPlan.Check) throws -> ExitStatus {
        let folder = FileManager.default.currentDirectoryPath
        let job = SlurmJob(
            work, program: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            folder: folder, journalFolder: command.batch.journalFolder, partition: command.cluster.partition,
            options: command.cluster.engineOptions)
        if command.running.dryRun {
            Message.result(ShellWords.join(["sbatch"] + job.arguments))
            Message.result(job.script)
            return .recorded
        }
        return try CommandLoop.run {
            let submitted = try await submit(job, in: folder)
            guard !command.cluster.detach else {
                if !command.messages.quiet {
                    Message.note(
                        "Slurm job \(submitted.id) records \(quantity(check.planned, "row")) in "
                            + "\(quantity(work.shards, "shard")). \(Self.advice(for: command.batch))")
                }
                return .recorded
            }
            return try await SlurmWaiting(
                for: submitted, of: command, check: check, messages: command.messages, endsJob: true
            ).run()
        }
    }

    @MainActor
    private func submit(_ job: SlurmJob, in folder: String) async throws -> SubmittedJob {
        let journals = command.batch.journalFolder
        if let earlier = try SubmittedJob(in: journals), try await !Slurm.tasks(of: earlier.id).areOver {
            throw Self.failure(earlier, of: command.batch)
        }
        do {
            try FileManager.default.createDirectory(atPath: journals, withIntermediateDirectories: true)
        } catch {
            throw FileError(.cannotCreateOutput, "The folder \(journals) cannot be created.", cause: error)
        }
        let submitted = SubmittedJob(
            id: try await Slurm.submit(job), shards: job.work.shards, folder: folder,
            arguments: job.work.arguments)
        try submitted.write(in: journals)
        return submitted
    }

    /// The error that a job of the batch is not over.
    static func failure(_ job: SubmittedJob, of batch: BatchArguments) -> CommandError {
        CommandError(
            .outputNotCreated,
            "The Slurm job \(job.id) of this batch is not over; nothing was recorded. \(advice(for: batch))")
    }

    private static func advice(for batch: BatchArguments) -> String {
        let options = batch.selection.journal.map { ["--journal", $0] } ?? []
        func command(_ name: String) -> String {
            ShellWords.join(["pagereel", "batch", name, batch.manifest] + options)
        }
        return "Wait for it with: \(command("wait")). End it with: \(command("cancel"))."
    }
}
