import Batch
import Clusters
import Frames
import Notation

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
        guard progress.over < progress.planned else { return failures.count == 0 ? .recorded : .unexpected }
        reporter.tell(
            "Some shards ended early; their messages are in \(command.batch.journalFolder)/slurm-\(job.id)-*.log. "
                + "The same command records the rows that are left.")
        return .unexpected
    }
}
