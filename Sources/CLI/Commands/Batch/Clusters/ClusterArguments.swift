import ArgumentParser
import Clusters
import Notation

/// Options for recording a batch on many machines.
struct ClusterArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to record: on this machine, or as a job of a cluster.", valueName: "local|slurm|kubernetes"))
    var engine = BatchEngine.local

    @Option(
        help: ArgumentHelp(
            "Parts of the batch, each recorded by a worker. (default: one for every 100 rows, at most 1000)",
            valueName: "number"),
        transform: reading(.wholeNumber(in: 1...1_000_000)))
    var shards: Int?

    @Option(
        help: ArgumentHelp("Workers that run at the same time. (default: no limit)", valueName: "number"),
        transform: reading(.wholeNumber(in: 1...1_000_000)))
    var arrayLimit: Int?

    @Option(
        help: ArgumentHelp("Time limit of a worker. (default: the cluster's)", valueName: "time"),
        transform: reading(.positiveTime))
    var time: Duration?

    @Option(
        help: ArgumentHelp(
            "Memory of a worker, like 2G. (default: the cluster's; with Kubernetes 2G for each of --jobs)",
            valueName: "memory"),
        transform: reading(.memory(atLeast: MemoryLimit.least)))
    var mem: Int?

    @Option(help: ArgumentHelp("Slurm's partition. (default: the cluster's)", valueName: "name"))
    var partition: String?

    @Option(
        parsing: .remaining,
        help: ArgumentHelp(
            "Everything behind this is passed to Slurm's sbatch; give it last.", valueName: "options"))
    var engineOptions: [String] = []

    @Flag(help: "Return when the job is submitted, do not wait for its end.")
    var detach = false

    @OptionGroup var kubernetes: KubernetesArguments

    /// The number of rows for each shard by default, and the most shards: as many as a Slurm array
    /// has room for (MaxArraySize in slurm.conf(5)).
    private static let (rowsOfShard, mostShards) = (100, 1000)

    func validate() throws {
        let ofClusters = [
            ("--shards", shards != nil), ("--array-limit", arrayLimit != nil), ("--time", time != nil),
            ("--mem", mem != nil),
        ]
        let ofSlurm = [
            ("--partition", partition != nil), ("--engine-options", !engineOptions.isEmpty), ("--detach", detach),
        ]
        if engine == .local, let option = ofClusters.first(where: \.1)?.0 {
            throw ValidationError("\(option) needs --engine slurm or --engine kubernetes.")
        }
        if engine != .slurm, let option = ofSlurm.first(where: \.1)?.0 {
            throw ValidationError("\(option) needs --engine slurm.")
        }
        guard engine == .kubernetes else {
            if let option = kubernetes.given { throw ValidationError("\(option) needs --engine kubernetes.") }
            return
        }
        _ = try kubernetes.volume()
        if let shards, shards > KubernetesJob.mostShards {
            throw ValidationError("--shards is at most \(KubernetesJob.mostShards) with --engine kubernetes.")
        }
    }

    /// The work of a cluster.
    ///
    /// - Parameters:
    ///   - words: A worker's arguments.
    ///   - jobs: How many rows a worker records at the same time.
    ///   - rows: The number of rows to record.
    func work(_ words: [String], jobs: Int, rows: Int) -> ClusterWork {
        let usual = min(Self.mostShards, max(1, (rows + Self.rowsOfShard - 1) / Self.rowsOfShard))
        return ClusterWork(
            arguments: words, shards: shards ?? usual, workersAtOnce: arrayLimit, processors: jobs, memory: mem,
            timeLimit: time)
    }
}
