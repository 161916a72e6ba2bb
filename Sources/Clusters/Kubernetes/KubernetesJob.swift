private import Notation
private import Yams

/// An Indexed Job for Kubernetes: one pod for each shard, in pagereel's container image.
package struct KubernetesJob: Sendable {
    /// The most shards: beyond, Kubernetes limits the number of indexes that may fail.
    package static let mostShards = 100_000

    /// The name of the worker's container.
    private static let container = "pagereel"
    /// The image's working folder, where the volume is mounted.
    private static let folder = "/pages"
    /// The group of the image's user.
    private static let group = 1000
    /// The memory for each row that a worker records at the same time by default, in bytes.
    ///
    /// A limit of a container is hard, so this is more than an ordinary page needs.
    package static let memoryOfRow = 2 << 30

    /// The work.
    package let work: ClusterWork
    /// The job's name; see ``KubernetesName/isJob(_:)``.
    package let name: String
    /// The container image.
    package let image: String
    /// The workers' folder.
    package let storage: KubernetesStorage
    /// The Secret whose keys become environment variables; `nil` for none.
    package let secret: String?

    package init(_ work: ClusterWork, name: String, image: String, storage: KubernetesStorage, secret: String?) {
        self.work = work
        self.name = name
        self.image = image
        self.storage = storage
        self.secret = secret
    }

    /// Whether the job waits to be resumed, because its volume is empty at first.
    package var isSuspended: Bool { claim != nil }

    /// The job as YAML: a document for it, and one for a new volume's claim.
    package func yaml() throws -> String {
        let encoder = YAMLEncoder()
        encoder.options.width = -1
        encoder.options.allowUnicode = true
        var documents = [try encoder.encode(document)]
        if let claim { documents.append(try encoder.encode(claim)) }
        return documents.joined(separator: "---\n")
    }

    private var claim: ClaimDocument? {
        guard case .new(let bytes) = storage else { return nil }
        return ClaimDocument(name: name, bytes: bytes)
    }

    private var document: JobDocument {
        JobDocument(
            metadata: ObjectMetadata(name: QuotedText(name)),
            spec: JobDocument.Specification(
                completions: work.shards, parallelism: min(work.workersAtOnce ?? work.shards, work.shards),
                suspend: isSuspended ? true : nil, maxFailedIndexes: work.shards,
                podFailurePolicy: PodFailurePolicy(forWorker: Self.container),
                template: JobDocument.Template(spec: pod)))
    }

    private var pod: PodSpecification {
        let claimName = if case .existing(let name) = storage { name } else { name }
        return PodSpecification(
            activeDeadlineSeconds: work.timeLimit?.secondsRoundedUp,
            // The files of a volume that exists keep their group.
            securityContext: PodSpecification.SecurityContext(fsGroup: isSuspended ? Self.group : nil),
            containers: [worker],
            volumes: [
                PodSpecification.Volume(
                    name: "pages", persistentVolumeClaim: PodSpecification.Claim(claimName: QuotedText(claimName))),
                PodSpecification.Volume(name: "tmp", emptyDir: PodSpecification.EmptyFolder()),
                // The one that containers have by default is limited to 64 MB.
                PodSpecification.Volume(name: "shm", emptyDir: PodSpecification.EmptyFolder(medium: "Memory")),
            ])
    }

    private var worker: ContainerSpecification {
        let amounts = ContainerSpecification.Amounts(
            cpu: QuotedText("\(work.processors)"),
            memory: QuotedText((work.memory ?? work.processors * Self.memoryOfRow).quantity))
        return ContainerSpecification(
            name: Self.container, image: QuotedText(image), workingDir: Self.folder,
            command: ["/bin/sh", "-c", script, "sh"].map(Self.escaped), args: work.arguments.map(Self.escaped),
            envFrom: secret.map {
                [
                    ContainerSpecification.Source(
                        secretRef: ContainerSpecification.Reference(name: QuotedText($0)))
                ]
            },
            resources: ContainerSpecification.Resources(requests: amounts, limits: amounts),
            volumeMounts: [
                ContainerSpecification.Mount(name: "pages", mountPath: Self.folder),
                ContainerSpecification.Mount(name: "tmp", mountPath: "/tmp"),
                ContainerSpecification.Mount(name: "shm", mountPath: "/dev/shm"),
            ])
    }

    /// What the container's shell runs, with the worker's arguments.
    ///
    /// Indexes count from 0, shards from 1. The shell becomes the worker, so that SIGTERM reaches it.
    private var script: String {
        #"exec pagereel batch run --shard "$((JOB_COMPLETION_INDEX + 1))/\#(work.shards)" "$@""#
    }

    /// Escapes a word of a container's command, in which Kubernetes replaces `$(NAME)` by the variable's
    /// value and `$$` by `$`.
    private static func escaped(_ word: String) -> QuotedText { QuotedText(word.escaping(["$": "$$"])) }
}

/// The volume that is the working folder of all workers.
package enum KubernetesStorage: Sendable, Equatable {
    /// The volume of a PersistentVolumeClaim that exists, by its name.
    case existing(String)
    /// A new PersistentVolumeClaim, named like the job, of so many bytes.
    case new(bytes: Int)
}
