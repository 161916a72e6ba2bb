import ArgumentParser
import Clusters
import Notation

/// What runs the workers of a batch.
enum BatchPlatform: String, CaseIterable {
    case local
    case slurm
    case kubernetes
}

/// Options for recording a batch on many machines.
struct ClusterArguments: OptionTable {
    @Setting(
        "engine", "Where to record: on this machine, or as a job of a cluster.", as: "local|slurm|kubernetes")
    var engine = BatchPlatform.local

    @Setting(
        "shards", "Parts of the batch, each recorded by a worker. (default: one for every 100 rows, at most 1000)",
        .wholeNumber(in: 1...1_000_000), as: "number", .needsCluster)
    var shards: Int?

    @Setting(
        "array-limit", "Workers that run at the same time. (default: no limit)", .wholeNumber(in: 1...1_000_000),
        as: "number", .needsCluster)
    var arrayLimit: Int?

    @Setting("time", "Time limit of a worker. (default: the cluster's)", .positiveTime, as: "time", .needsCluster)
    var time: Duration?

    @Setting(
        "mem", "Memory of a worker, like 2G. (default: the cluster's; with Kubernetes 2G for each of --jobs)",
        .memory(atLeast: MemoryLimit.least), as: "memory", .needsCluster)
    var mem: Int?

    @Setting("partition", "Slurm's partition. (default: the cluster's)", .text, as: "name", .needsSlurm)
    var partition: String?

    @Setting(
        "engine-options", "Everything behind this is passed to Slurm's sbatch; give it last.", .text, as: "options",
        .rest, .needsSlurm)
    var engineOptions: [String]

    @Setting("detach", "Return when the job is submitted, do not wait for its end.", .onOnly, .needsSlurm)
    var detach = false

    /// The options of Kubernetes.
    var kubernetes = KubernetesArguments()

    /// The number of rows for each shard by default, and the most shards: as many as a Slurm array
    /// has room for (MaxArraySize in slurm.conf(5)).
    private static let (rowsOfShard, mostShards) = (100, 1000)

    func validate() throws {
        try checkCombinations()
        guard engine == .kubernetes else { return }
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
struct KubernetesArguments: OptionTable {
    @Setting(
        "image", "Kubernetes: container image of the workers. (default: pagereel:\(Program.version))",
        .text("an image is written like registry.example/pagereel:1.0.", where: isImage), as: "image",
        .needsKubernetes)
    var image: String?

    @Setting(
        "claim", "Kubernetes: existing PersistentVolumeClaim whose volume is the workers' working folder.", .object,
        as: "name", .needsKubernetes, .excludes(["storage"]))
    var claim: String?

    @Setting(
        "storage", "Kubernetes: size of a new PersistentVolumeClaim for the working folder, like 100G.",
        .storage(atLeast: 1 << 20), as: "size", .needsKubernetes)
    var storage: Int?

    @Setting(
        "secret", "Kubernetes: existing Secret whose keys are the workers' environment variables.", .object, as: "name",
        .needsKubernetes)
    var secret: String?

    @Setting(
        "name", "Kubernetes: name of the job. (default: made of the manifest's name)",
        .text(
            "a job's name has at most \(KubernetesName.longestOfJob) lowercase letters, digits and dashes, with no dash "
                + "at its ends.", where: KubernetesName.isJob), as: "name", .needsKubernetes)
    var name: String?

    /// The workers' volume.
    ///
    /// - Throws: `ValidationError` if none is given.
    func volume() throws -> KubernetesStorage {
        if let claim { return .existing(claim) }
        if let storage { return .new(bytes: storage) }
        throw ValidationError(
            "--engine kubernetes needs a volume for manifest, pages and outputs: --claim NAME for an existing "
                + "PersistentVolumeClaim, or --storage SIZE for a new one.")
    }
}

extension OptionTrait {
    fileprivate static let needsCluster = OptionTrait.requires("engine", of: ["slurm", "kubernetes"])
    fileprivate static let needsSlurm = OptionTrait.requires("engine", of: ["slurm"])
    fileprivate static let needsKubernetes = OptionTrait.requires("engine", of: ["kubernetes"])
}

extension Form where Value == String {
    /// The name of an object in Kubernetes.
    fileprivate static var object: Form {
        .text(
            "a name in Kubernetes has only lowercase letters, digits, dashes and dots.", where: KubernetesName.isObject)
    }
}

private func isImage(_ text: String) -> Bool { !text.isEmpty && text.allSatisfy { $0.isASCII && !$0.isWhitespace } }
