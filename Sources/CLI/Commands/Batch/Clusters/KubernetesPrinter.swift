import Clusters
import Notation

/// Prints a batch as a job for Kubernetes.
struct KubernetesPrinter {
    private let command: BatchRunCommand
    private let plan: BatchPlan

    /// Prepares to print the job of a command.
    ///
    /// - Parameter plan: The command's rows.
    init(_ command: BatchRunCommand, plan: BatchPlan) {
        self.command = command
        self.plan = plan
    }

    /// Prints the YAML of the job, and how to go on.
    ///
    /// - Parameters:
    ///   - work: The work, with a worker's arguments for any cluster.
    ///   - rows: The number of rows to record.
    /// - Throws: ``CommandError`` if a file is outside of the working folder.
    func print(_ work: ClusterWork, rows: Int) throws -> ExitStatus {
        try checkFiles()
        let options = command.cluster.kubernetes
        let job = KubernetesJob(
            work, name: options.name ?? KubernetesName.job(forFile: command.batch.manifest),
            image: options.image ?? "pagereel:\(Program.version)", storage: try options.volume(),
            secret: options.secret)
        Message.result(try job.yaml().trimmingNewline)
        guard !command.messages.quiet else { return .recorded }
        Message.note(
            "The job \(job.name) records \(quantity(rows, "row")) in \(quantity(work.shards, "shard")). Apply it with: "
                + "kubectl apply -f FILE.")
        if job.isSuspended {
            Message.note(
                "It waits until its new volume is filled and it is resumed: kubectl patch job \(job.name) -p "
                    + #"'{"spec":{"suspend":false}}'."#)
        }
        return .recorded
    }

    /// The arguments of a worker in a container, in which WebKit's sandbox does not work.
    ///
    /// - Parameter words: A worker's arguments.
    static func workerWords(_ words: [String]) -> [String] {
        words.contains { ["--sandbox", "--no-sandbox"].contains($0) } ? words : ["--no-sandbox"] + words
    }

    /// Checks that the workers find all files: by relative paths in the working folder, which is their volume.
    private func checkFiles() throws {
        let batch = command.batch
        let given = [
            ("the manifest", batch.manifest), ("--journal", batch.journalFolder), ("--output", batch.output.template),
            ("--serve", batch.serve.serve), ("--log", command.running.log),
        ]
        for case (let name, let path?) in given where !Self.isInside(path) {
            throw CommandError(.usage, Self.fault(path, of: name))
        }
        try plan.forEach { _, row in
            var files = [("the output", row.output)]
            if batch.serve.serve == nil { files.append(("the page", row.page)) }
            files += row.files.map { ("--\($0.option)", $0.path) }
            for (name, path) in files where !Self.isInside(path) {
                throw CommandError(.unreadableInput, "line \(row.line): \(Self.fault(path, of: name))")
            }
            return true
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
