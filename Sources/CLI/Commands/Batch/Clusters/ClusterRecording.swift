import Batch
import Clusters
import Files
import Foundation
import Notation

extension BatchRunCommand {
    /// Checks all rows, and submits or prints a job that records those that are not done.
    ///
    /// - Throws: The error that kept the job from being submitted.
    func recordRowsOnCluster() throws -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: messages.verbose)
        let plan = try BatchPlan(batch, from: try batch.serve.start())
        let check = try plan.check()
        _ = try check.replacedRows(overwrites: existing.overwrite)
        guard check.planned > 0 else {
            if !messages.quiet { Message.note("\(quantity(check.rows, "row")), all done.") }
            return .success
        }
        guard let manifest = FileStamp(of: batch.manifest) else {
            throw FileError(.unreadableInput, "\(batch.manifest) cannot be read.")
        }
        let jobs = running.jobs ?? 1
        let words = workerWords(jobs: jobs, checksum: manifest.checksum)
        guard cluster.engine == .kubernetes else {
            return try submit(cluster.work(words, jobs: jobs, rows: check.planned), check: check)
        }
        let work = cluster.work(Self.wordsInContainer(words), jobs: jobs, rows: check.planned)
        return try printKubernetesJob(work, of: plan, rows: check.planned)
    }

    private func submit(_ work: ClusterWork, check: BatchPlan.Check) throws -> ExitStatus {
        let folder = FileManager.default.currentDirectoryPath
        let job = SlurmJob(
            work, program: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            folder: folder, journalFolder: batch.journalFolder, partition: cluster.partition,
            options: cluster.engineOptions)
        if running.dryRun {
            Message.result(ShellWords.join(["sbatch"] + job.arguments))
            Message.result(job.script)
            return .success
        }
        return try CommandLoop.run {
            let submitted = try await submit(job, in: folder)
            guard !cluster.detach else {
                if !messages.quiet {
                    Message.note(
                        "Slurm job \(submitted.id) records \(quantity(check.planned, "row")) in "
                            + "\(quantity(work.shards, "shard")). \(advice)")
                }
                return .success
            }
            return try await SlurmWaiting(
                for: submitted, of: self, check: check, messages: messages, endsJob: true
            ).run()
        }
    }

    @MainActor
    private func submit(_ job: SlurmJob, in folder: String) async throws -> SubmittedJob {
        let journals = batch.journalFolder
        if let earlier = try SubmittedJob(in: journals), try await !Slurm.tasks(of: earlier.id).areOver {
            throw unfinished(earlier)
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
    func unfinished(_ job: SubmittedJob) -> CommandError {
        CommandError(
            .outputNotCreated,
            "The Slurm job \(job.id) of this batch is not over; nothing was recorded. \(advice)")
    }

    private var advice: String {
        let options = batch.selection.journals.journal.map { ["--journal", $0] } ?? []
        func command(_ name: String) -> String {
            ShellWords.join(["pagereel", "batch", name, batch.manifest] + options)
        }
        return "Wait for it with: \(command("wait")). End it with: \(command("cancel"))."
    }
}

extension BatchRunCommand {
    /// Returns the words behind `pagereel batch run` for a worker, which records one shard on another machine.
    ///
    /// The configuration is already applied, since a worker may not find the file. Names of files stay as they are: they
    /// start from the worker's folder.
    ///
    /// - Parameters:
    ///   - jobs: How many rows the worker records at the same time.
    ///   - checksum: The manifest's checksum, see ``WorkerArguments``.
    func workerWords(jobs: Int, checksum: String) -> [String] {
        let settings = batch.templates.settings + batch.selection.settings + batch.serve.settings + existing.settings
        let running = running.settings.filter { !["jobs", "dry-run", "max-failures"].contains($0.facts.name) }
        let rows = batch.rows.templates.flatMap { setting in
            RowOptions.facts[setting.option].map(setting.arguments) ?? []
        }
        return ["--no-config", "--jobs=\(jobs)", "--checked=\(checksum)"]
            + (settings + running).filter { !$0.isDefault }.flatMap(\.arguments) + rows + ["--", batch.manifest]
    }
}

// MARK: Kubernetes

extension BatchRunCommand {
    /// Prints the YAML of the job, and how to go on.
    ///
    /// - Parameters:
    ///   - work: The work, with a worker's arguments for any cluster.
    ///   - rows: The number of rows to record.
    /// - Throws: ``CommandError`` if a file is outside of the working folder.
    private func printKubernetesJob(_ work: ClusterWork, of plan: BatchPlan, rows: Int) throws -> ExitStatus {
        try checkFiles(of: plan)
        let options = cluster.kubernetes
        let job = KubernetesJob(
            work, name: options.name ?? KubernetesName.job(forFile: batch.manifest),
            image: options.image ?? "pagereel:\(Program.version)", storage: try options.volume(),
            secret: options.secret)
        Message.result(try job.yaml().trimmingNewline)
        guard !messages.quiet else { return .success }
        Message.note(
            "The job \(job.name) records \(quantity(rows, "row")) in \(quantity(work.shards, "shard")). Apply it with: "
                + "kubectl apply -f FILE.")
        if job.isSuspended {
            Message.note(
                "It waits until its new volume is filled and it is resumed: kubectl patch job \(job.name) -p "
                    + #"'{"spec":{"suspend":false}}'."#)
        }
        return .success
    }

    /// The arguments of a worker in a container, in which WebKit's sandbox does not work.
    ///
    /// - Parameter words: A worker's arguments.
    private static func wordsInContainer(_ words: [String]) -> [String] {
        words.contains { ["--sandbox", "--no-sandbox"].contains($0) } ? words : ["--no-sandbox"] + words
    }

    /// Checks that the workers find all files: by relative paths in the working folder, which is their volume.
    private func checkFiles(of plan: BatchPlan) throws {
        let given = [
            ("the manifest", batch.manifest), ("--journal", batch.journalFolder),
            ("--output", batch.templates.output.template), ("--serve", batch.serve.serve), ("--log", running.log),
        ]
        for case (let name, let path?) in given where !Self.isInside(path) {
            throw CommandError(.usage, Self.fault(path, of: name))
        }
        try plan.forEach { _, row in
            var files = [("the output", row.output)]
            if batch.serve.serve == nil { files.append(("the page", row.page)) }
            files += row.files.map { ($0.option, $0.path) }
            for (name, path) in files where !Self.isInside(path) {
                throw CommandError(.unreadableInput, "line \(row.line): \(Self.fault(path, of: name))")
            }
        }
    }

    private static func fault(_ path: String, of name: String) -> String {
        "\(name) \(path) is outside the working folder, or absolute. Workers on Kubernetes find the working folder only, "
            + "in a volume; write a relative path in it."
    }

    /// Whether an address or path means the same in another working folder with the same files.
    private static func isInside(_ path: String) -> Bool {
        if path.contains("://") { return !path.lowercased().hasPrefix("file:") }
        guard !path.hasPrefix("/"), !path.hasPrefix("~") else { return false }
        var depth = 0
        for part in path.split(separator: "/") where part != "." {
            depth += part == ".." ? -1 : 1
            guard depth >= 0 else { return false }
        }
        return true
    }
}

extension String {
    fileprivate var trimmingNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
