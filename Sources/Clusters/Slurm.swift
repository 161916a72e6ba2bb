private import Notation
private import Subprocess

/// Slurm's commands.
package enum Slurm {
    /// The tasks of a job that are not over.
    package struct Tasks: Sendable, Equatable {
        /// The tasks that run, start or end.
        package var running = 0
        /// The tasks that wait for their turn.
        package var waiting = 0
        /// Whether no task is left.
        package var areOver: Bool { running + waiting == 0 }
    }

    /// Submits a job.
    ///
    /// - Returns: The job's number.
    /// - Throws: ``ClusterError`` with sbatch's message.
    package static func submit(_ job: SlurmJob) async throws -> String {
        let result = try await run("sbatch", job.arguments, input: job.script)
        guard result.isSuccess else {
            throw ClusterError("Slurm did not take the job; sbatch says: \(result.message)")
        }
        // With several clusters it is `job;cluster` (sbatch(1), --parsable).
        let id = result.output.prefix { $0.isNumber }
        guard !id.isEmpty else { throw ClusterError("sbatch printed no job number: \(result.output)") }
        return String(id)
    }

    /// Counts the tasks of a job that are not over.
    ///
    /// - Throws: ``ClusterError`` with squeue's message.
    package static func tasks(of id: String) async throws -> Tasks {
        let result = try await run("squeue", ["--noheader", "--array", "--format=%T", "--jobs=\(id)"])
        // Slurm forgets jobs some time after their end (MinJobAge in slurm.conf(5)).
        if !result.isSuccess, result.message.contains("Invalid job id") { return Tasks() }
        guard result.isSuccess else {
            throw ClusterError("The job \(id) cannot be looked up; squeue says: \(result.message)")
        }
        let states = result.output.split(whereSeparator: \.isNewline)
        let waiting = states.count { ["PENDING", "REQUEUED", "REQUEUE_HOLD", "SPECIAL_EXIT"].contains($0) }
        return Tasks(running: states.count - waiting, waiting: waiting)
    }

    /// Ends a job: tasks that wait never run, workers that run receive SIGTERM.
    ///
    /// - Throws: ``ClusterError`` with scancel's message.
    package static func cancel(_ id: String) async throws {
        let result = try await run("scancel", [id])
        guard result.isSuccess else {
            throw ClusterError("The job \(id) was not canceled; scancel says: \(result.message)")
        }
    }

    private struct Result {
        let isSuccess: Bool
        let output: String
        let message: String
    }

    private static func run(_ program: String, _ arguments: [String], input: String = "") async throws -> Result {
        do {
            let result = try await Subprocess.run(
                .name(program), arguments: Arguments(arguments), environment: .inherit.updating(["LC_ALL": "C"]),
                input: .string(input), output: .string(limit: 1 << 24), error: .string(limit: 1 << 16))
            return Result(
                isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput,
                message: result.standardError.split(whereSeparator: \.isNewline).joined(separator: " "))
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw ClusterError(
                "Cannot find \(program) on the PATH. Run the command where jobs are submitted, or install Slurm's "
                    + "commands: apt-get install slurm-client")
        }
    }
}

/// A cluster's command is missing or failed.
package struct ClusterError: Error, CustomStringConvertible {
    /// What failed and what to do, as sentences.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// An array job for Slurm: one task for each shard.
package struct SlurmJob: Sendable {
    /// The work.
    package let work: ClusterWork
    /// The program, at the same path on every node.
    package let program: String
    /// The folder in which workers run, and from which their relative paths start.
    package let folder: String
    /// The folder of the batch's journals, where the workers' messages go, too.
    package let journalFolder: String
    /// The partition; `nil` for the cluster's default.
    package let partition: String?
    /// More options of sbatch, which override the others.
    package let options: [String]

    package init(
        _ work: ClusterWork, program: String, folder: String, journalFolder: String, partition: String?,
        options: [String]
    ) {
        self.work = work
        self.program = program
        self.folder = folder
        self.journalFolder = journalFolder
        self.partition = partition
        self.options = options
    }

    /// The script of a task.
    ///
    /// The shell becomes the worker, so that Slurm's signals reach it: SIGTERM some time before
    /// SIGKILL (scancel(1), KillWait in slurm.conf(5)).
    package var script: String {
        """
        #!/bin/bash
        exec \(ShellWords.join([program, "batch", "run"])) --shard "$SLURM_ARRAY_TASK_ID/\(work.shards)" \
        \(ShellWords.join(work.arguments))

        """
    }

    /// The arguments of sbatch(1) that submit the script from standard input.
    package var arguments: [String] {
        let most = work.workersAtOnce.map { "%\($0)" } ?? ""
        var words = [
            "--parsable", "--job-name=pagereel", "--array=1-\(work.shards)\(most)", "--ntasks=1",
            "--cpus-per-task=\(work.processors)", "--requeue", "--chdir=\(folder)",
            // A task that is run again adds to its messages.
            "--open-mode=append", "--output=\(Self.escaped(journalFolder))/slurm-%A-%a.log",
        ]
        if let memory = work.memory { words.append("--mem=\(memory >> 20)M") }
        if let timeLimit = work.timeLimit { words.append("--time=\(Self.clockText(timeLimit))") }
        if let partition { words.append("--partition=\(partition)") }
        return words + options
    }

    /// A file name in which sbatch replaces nothing (sbatch(1), "filename pattern").
    private static func escaped(_ path: String) -> String { path.escaping(["%": "%%"]) }

    /// A time as `hours:minutes:seconds`, rounded up.
    private static func clockText(_ time: Duration) -> String {
        let seconds = time.secondsRoundedUp
        func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(seconds / 3600):\(digits(seconds / 60 % 60)):\(digits(seconds % 60))"
    }
}
