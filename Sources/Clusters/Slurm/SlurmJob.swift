private import Notation

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
