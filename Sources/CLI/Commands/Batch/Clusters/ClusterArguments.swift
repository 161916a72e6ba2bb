import ArgumentParser
import Clusters
import Notation

/// What runs the workers of a batch.
enum BatchPlatform: String, CaseIterable, ExpressibleByArgument {
    case local
    case slurm
    case kubernetes
}

/// Options for recording a batch on many machines.
struct ClusterArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to record: on this machine, or as a job of a cluster.", valueName: "local|slurm|kubernetes"))
    var engine = BatchPlatform.local

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

/// Options for a batch as a job of Kubernetes.
struct KubernetesArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Kubernetes: container image of the workers. (default: pagereel:\(Program.version))", valueName: "image"),
        transform: reading("an image is written like registry.example/pagereel:1.0.", where: isImage))
    var image: String?

    @Option(
        help: ArgumentHelp(
            "Kubernetes: existing PersistentVolumeClaim whose volume is the workers' working folder.",
            valueName: "name"),
        transform: reading(objectName, where: KubernetesName.isObject))
    var claim: String?

    @Option(
        help: ArgumentHelp(
            "Kubernetes: size of a new PersistentVolumeClaim for the working folder, like 100G.", valueName: "size"),
        transform: reading(.storage(atLeast: 1 << 20)))
    var storage: Int?

    @Option(
        help: ArgumentHelp(
            "Kubernetes: existing Secret whose keys are the workers' environment variables.", valueName: "name"),
        transform: reading(objectName, where: KubernetesName.isObject))
    var secret: String?

    @Option(
        help: ArgumentHelp("Kubernetes: name of the job. (default: made of the manifest's name)", valueName: "name"),
        transform: reading(
            "a job's name has at most \(KubernetesName.longestOfJob) lowercase letters, digits and dashes, with no dash "
                + "at its ends.", where: KubernetesName.isJob))
    var name: String?

    /// The name of an option that was given, if there is one.
    var given: String? {
        let options = [
            ("--image", image != nil), ("--claim", claim != nil), ("--storage", storage != nil),
            ("--secret", secret != nil), ("--name", name != nil),
        ]
        return options.first(where: \.1)?.0
    }

    /// The workers' volume.
    ///
    /// - Throws: `ValidationError` unless exactly one is given.
    func volume() throws -> KubernetesStorage {
        switch (claim, storage) {
        case (let claim?, nil): return .existing(claim)
        case (nil, let bytes?): return .new(bytes: bytes)
        case (nil, nil):
            throw ValidationError(
                "--engine kubernetes needs a volume for manifest, pages and outputs: --claim NAME for an existing "
                    + "PersistentVolumeClaim, or --storage SIZE for a new one.")
        case (_?, _?): throw ValidationError("--claim and --storage cannot be combined.")
        }
    }
}

private let objectName = "a name in Kubernetes has only lowercase letters, digits, dashes and dots."

private func isImage(_ text: String) -> Bool { !text.isEmpty && text.allSatisfy { $0.isASCII && !$0.isWhitespace } }
