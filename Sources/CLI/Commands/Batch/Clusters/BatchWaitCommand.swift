import ArgumentParser
import Batch
import Clusters
import Foundation
import Frames
import Manifest
import Notation

struct BatchWaitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait for the job of a batch that was submitted with --detach.",
        usage: "pagereel batch wait <manifest> [--journal <folder>] [options]",
        discussion: """
            Shows the batch's progress and result like the command that submitted it, with its exit status. Ctrl-C ends \
            the waiting, not the job.
            """)

    @OptionGroup var target: JobArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments

    func run() throws {
        try CommandEnvironment.run {
            CommandEnvironment.prepare(isVerbose: messages.verbose)
            let job = try target.job()
            let batch = try Self.command(of: job)
            let plan = try BatchPlan(batch.batch, from: try batch.batch.serve.start())
            let check = try plan.check()
            return try CommandLoop.run {
                try await SlurmWaiting(for: job, of: batch, check: check, messages: messages, endsJob: false).run()
            }
        }
    }

    /// Parses the arguments of a job's workers, and goes to the folder from which their paths start.
    private static func command(of job: SubmittedJob) throws -> BatchRunCommand {
        guard FileManager.default.changeCurrentDirectoryPath(job.folder) else {
            throw CommandError(.unreadableInput, "The folder of the batch, \(job.folder), cannot be entered.")
        }
        let words = ["batch", "run"] + job.arguments
        // The parser would name options that the user of this command did not pass.
        guard let command = try? Pagereel.parseAsRoot(words) as? BatchRunCommand else {
            throw CommandError(
                .unreadableInput,
                "The job \(job.id) was submitted by another version. Run the batch's command again when it is over.")
        }
        return command
    }
}

struct BatchCancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End the job of a batch.",
        usage: "pagereel batch cancel <manifest> [--journal <folder>]",
        discussion: """
            Shards that have not started never run; others finish the rows under way, if Slurm's grace time suffices. \
            The batch's command, run again, records the rows that are left.
            """)

    @OptionGroup var target: JobArguments

    func run() throws {
        try CommandEnvironment.run {
            let job = try target.job()
            try CommandLoop.run { try await Slurm.cancel(job.id) }
            Message.note("canceled the Slurm job \(job.id).")
            return .success
        }
    }
}

/// Arguments that say which batch's job a command is for.
struct JobArguments: ParsableArguments {
    @Argument(
        help: "The manifest of the batch.",
        completion: .file(extensions: ManifestFormat.allCases.flatMap(\.fileExtensions)))
    var manifest: String

    @OptionGroup @Options var journals: JournalArguments

    /// Finds the job.
    ///
    /// - Throws: `FileError`; ``CommandError`` if the batch has submitted none.
    func job() throws -> SubmittedJob {
        let folder = journals.folder(for: manifest)
        guard let job = try SubmittedJob(in: folder) else {
            throw CommandError(
                .unreadableInput,
                "\(folder) knows of no job of this batch. Submit one with --engine slurm, or see batch status for the "
                    + "results of the last one.")
        }
        return job
    }
}

/// Waits for a batch's job in Slurm, with its progress, and reports the result.
@MainActor
final class SlurmWaiting {
    private let job: SubmittedJob
    private let command: BatchRunCommand
    private let check: BatchPlan.Check
    private let endsJob: Bool
    private let reporter: BatchReporter
    private let signals = StopSignals()
    private var follower: JournalFollower
    private var hasFailed = false

    /// The pause between two looks at the job: short at first, longer in a long job.
    private static let (shortestPause, longestPause) = (Duration.seconds(1), Duration.seconds(10))

    /// Prepares to wait.
    ///
    /// - Parameters:
    ///   - command: The command that submitted the job.
    ///   - check: The rows' states.
    ///   - messages: What is reported.
    ///   - endsJob: Whether Ctrl-C ends the job; otherwise only the waiting.
    init(
        for job: SubmittedJob, of command: BatchRunCommand, check: BatchPlan.Check, messages: MessageArguments,
        endsJob: Bool
    ) throws {
        self.job = job
        self.command = command
        self.check = check
        self.endsJob = endsJob
        follower = try JournalFollower(in: command.batch.journalFolder)
        reporter = BatchReporter(command.batch, check: check, messages: messages, log: nil)
    }

    /// Waits until no task of the job is left.
    func run() async throws -> ExitStatus {
        await signals.start()
        reporter.begin("Slurm job \(job.id), \(quantity(job.shards, "shard"))")
        let following = Task { try await follow() }
        do {
            try await signals.run {
                guard self.endsJob, self.signals.status != .hungUp else { return following.cancel() }
                self.reporter.tell("canceling the job; its rows under way have Slurm's grace time to finish.")
                Task { await self.cancel() }
            } abort: {
                self.reporter.tell("no longer waiting for the job \(self.job.id).")
            } _: {
                try await following.value
            }
        } catch let error as CancellationError {
            guard let status = signals.status else { throw error }
            reporter.tell("The job \(job.id) goes on.")
            return status
        }
        return try finish()
    }

    private func cancel() async {
        do { try await Slurm.cancel(job.id) } catch { reporter.tell("\(error)") }
    }

    private func follow() async throws {
        var pause = Self.shortestPause
        while true {
            try follower.read()
            let progress = BatchProgress(
                planned: check.planned, recorded: follower.recorded, failed: follower.failed)
            if let tasks = await tasks() {
                guard !tasks.areOver else { return }
                reporter.show(progress, "\(tasks.running) of \(job.shards) shards running")
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 1.2, Self.longestPause)
        }
    }

    /// The job's tasks; `nil` while Slurm does not answer.
    private func tasks() async -> Slurm.Tasks? {
        do {
            let tasks = try await Slurm.tasks(of: job.id)
            hasFailed = false
            return tasks
        } catch {
            if !hasFailed, !(error is CancellationError) { reporter.tell("\(error) Trying again.") }
            hasFailed = true
            return nil
        }
    }

    private func finish() throws -> ExitStatus {
        let plan = try BatchPlan(command.batch, from: try command.batch.serve.start())
        let after = try plan.check()
        let failures = try FailedRows(of: plan).write()
        let progress = BatchProgress(
            planned: check.planned, recorded: after.states[.done, default: 0] - check.states[.done, default: 0],
            failed: failures.count)
        reporter.finish(progress, failures: failures, hadTooManyFailures: false)
        SubmittedJob.remove(from: command.batch.journalFolder)
        if let status = signals.status { return status }
        guard progress.over < progress.planned else { return failures.count == 0 ? .success : .unexpected }
        reporter.tell(
            "Some shards ended early; their messages are in \(command.batch.journalFolder)/slurm-\(job.id)-*.log. "
                + "The same command records the rows that are left.")
        return .unexpected
    }
}
