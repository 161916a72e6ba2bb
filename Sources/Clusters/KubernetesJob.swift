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
    package var isSuspended: Bool { if case .new = storage { true } else { false } }

    /// The job as YAML: a document for it, and one for a new volume's claim.
    package func yaml() throws -> String {
        var documents = [document]
        if case .new(let bytes) = storage { documents.append(claim(bytes: bytes)) }
        return try documents.map { try Yams.serialize(node: $0, width: -1, allowUnicode: true) }
            .joined(separator: "---\n")
    }

    /// A Job with an index for each shard.
    ///
    /// Needs Kubernetes 1.33. There `backoffLimitPerIndex` and `maxFailedIndexes` became stable, after
    /// `podFailurePolicy` in 1.31; `podReplacementPolicy` is on by default since 1.29 and stable in 1.34.
    /// Sources: kubernetes.io/docs/concepts/workloads/controllers/job and the announcements of these
    /// releases, kubernetes.io/blog/2025/05/13 and kubernetes.io/blog/2025/09/05.
    private var document: Node {
        [
            "apiVersion": "batch/v1", "kind": "Job", "metadata": ["name": .quoted(name)],
            "spec": .mapping([
                "completionMode": "Indexed",
                "completions": .number(work.shards),
                "parallelism": .number(min(work.workersAtOnce ?? work.shards, work.shards)),
                "suspend": isSuspended ? .bool(true) : nil,
                "backoffLimitPerIndex": 3,
                // As many as there are indexes, so that each has its tries, whatever the others do.
                "maxFailedIndexes": .number(work.shards),
                // The only policy beside a failure policy: never two pods of the same shard.
                "podReplacementPolicy": "Failed",
                "podFailurePolicy": failurePolicy,
                "template": ["spec": pod],
            ]),
        ]
    }

    /// What follows when a pod fails (Kubernetes 1.31; `FailIndex` 1.33), by the exit status of `pagereel batch run`.
    ///
    /// The first rule that matches holds. A failure that matches none counts towards the limit of its
    /// index. Source: kubernetes.io/docs/concepts/workloads/controllers/job, "Pod failure policy".
    private var failurePolicy: Node {
        func exitCodes(_ values: Node) -> Node {
            ["containerName": Node(Self.container), "operator": "In", "values": values]
        }
        // The node is drained, or the pod has to make room for another: that is no failure. A status is text, not a
        // truth value.
        let moved: Node = [
            "action": "Ignore", "onPodConditions": [["type": "DisruptionTarget", "status": .quoted("True")]],
        ]
        // Some rows failed after their retries; the others are recorded.
        let failedRows: Node = ["action": "FailIndex", "onExitCodes": exitCodes([1])]
        // Options, manifest, outputs or configuration are wrong: each shard would say so.
        let mistake: Node = ["action": "FailJob", "onExitCodes": exitCodes([64, 65, 73, 78])]
        return ["rules": [moved, failedRows, mistake]]
    }

    /// The pod of a worker: one container without any privileges.
    private var pod: Node {
        let claimName = if case .existing(let name) = storage { name } else { name }
        return .mapping([
            // Pods of a job whose failures a policy handles must not restart by themselves.
            "restartPolicy": "Never",
            "activeDeadlineSeconds": work.timeLimit.map { .number(Int($0.secondsRoundedUp)) },
            // How long a worker has to finish the rows under way after SIGTERM.
            "terminationGracePeriodSeconds": 120,
            // Pages have no business with the cluster.
            "automountServiceAccountToken": .bool(false),
            "securityContext": .mapping([
                "runAsNonRoot": .bool(true),
                // The group owns a new volume. The files of a volume that exists keep their group.
                "fsGroup": isSuspended ? .number(Self.group) : nil,
                "seccompProfile": ["type": "RuntimeDefault"],
            ]),
            "containers": [worker],
            "volumes": [
                ["name": "pages", "persistentVolumeClaim": ["claimName": .quoted(claimName)]],
                ["name": "tmp", "emptyDir": [:]],
                // The one that containers have by default is limited to 64 MB.
                ["name": "shm", "emptyDir": ["medium": "Memory"]],
            ],
        ])
    }

    private var worker: Node {
        let memory = work.memory ?? work.processors * Self.memoryOfRow
        let amounts: Node = ["cpu": .quoted("\(work.processors)"), "memory": .quoted(memory.quantity)]
        let command = ["/bin/sh", "-c", script, "sh"]
        return .mapping([
            "name": Node(Self.container),
            "image": .quoted(image),
            "workingDir": Node(Self.folder),
            "command": Node(command.map(Self.escaped)),
            "args": Node(work.arguments.map(Self.escaped)),
            "envFrom": secret.map { [["secretRef": ["name": .quoted($0)]]] },
            "resources": ["requests": amounts, "limits": amounts],
            "securityContext": [
                "allowPrivilegeEscalation": .bool(false), "readOnlyRootFilesystem": .bool(true),
                "capabilities": ["drop": ["ALL"]],
            ],
            "volumeMounts": [
                ["name": "pages", "mountPath": Node(Self.folder)], ["name": "tmp", "mountPath": "/tmp"],
                ["name": "shm", "mountPath": "/dev/shm"],
            ],
        ])
    }

    /// The claim of a new volume, to which the pods of all nodes write.
    private func claim(bytes: Int) -> Node {
        [
            "apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": ["name": .quoted(name)],
            "spec": [
                "accessModes": ["ReadWriteMany"],
                "resources": ["requests": ["storage": .quoted(bytes.quantity)]],
            ],
        ]
    }

    /// What the container's shell runs, with the worker's arguments.
    ///
    /// Indexes count from 0, shards from 1. The shell becomes the worker, so that SIGTERM reaches it.
    private var script: String {
        #"exec pagereel batch run --shard "$((JOB_COMPLETION_INDEX + 1))/\#(work.shards)" "$@""#
    }

    /// Escapes a word of a container's command, in which Kubernetes replaces `$(NAME)` by the variable's
    /// value and `$$` by `$`.
    private static func escaped(_ word: String) -> Node { .quoted(word.escaping(["$": "$$"])) }
}

extension Node {
    fileprivate static func bool(_ value: Bool) -> Node { Node("\(value)", Tag(.bool)) }

    fileprivate static func number(_ number: Int) -> Node { Node("\(number)", Tag(.int)) }

    /// A text between double quotes.
    ///
    /// Kubernetes' reader follows YAML 1.1, to which `y` and `off` are truth values and `1e3` is a number.
    fileprivate static func quoted(_ text: String) -> Node { Node(text, Tag(.str), .doubleQuoted) }

    /// A mapping without the keys whose value is `nil`.
    fileprivate static func mapping(_ pairs: KeyValuePairs<Node, Node?>) -> Node {
        Node(pairs.compactMap { key, value in value.map { (key, $0) } })
    }
}

extension Int {
    /// A number of bytes as a quantity of Kubernetes, in the largest unit that is exact: `2Gi`, `1536Mi`.
    fileprivate var quantity: String {
        let units = [(30, "Gi"), (20, "Mi"), (10, "Ki")]
        guard let (shift, unit) = units.first(where: { self % (1 << $0.0) == 0 }) else { return "\(self)" }
        return "\(self >> shift)\(unit)"
    }
}

/// The volume that is the working folder of all workers.
package enum KubernetesStorage: Sendable, Equatable {
    /// The volume of a PersistentVolumeClaim that exists, by its name.
    case existing(String)
    /// A new PersistentVolumeClaim, named like the job, of so many bytes.
    case new(bytes: Int)
}

/// The names of objects in Kubernetes.
package enum KubernetesName {
    /// The longest name of a job: with `-` and an index of up to five digits it is the host name of
    /// a pod, which has at most 63 characters.
    package static let longestOfJob = 57

    /// Whether a text can be the name of a job: a label of RFC 1123 that leaves room for an index.
    package static func isJob(_ text: String) -> Bool { isLabel(text[...]) && text.utf8.count <= longestOfJob }

    /// Whether a text can be the name of another object: a subdomain of RFC 1123.
    package static func isObject(_ text: String) -> Bool {
        text.utf8.count <= 253 && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isLabel)
    }

    /// Makes a job's name from that of a file: `pagereel-` and the file's name without its extension.
    ///
    /// Every run of other characters becomes a `-`.
    package static func job(forFile path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
        let words = stem.lowercased().split { !isLetterOrDigit($0) }
        let name = (["pagereel"] + words).joined(separator: "-").prefix(longestOfJob)
        return String(name.last == "-" ? name.dropLast() : name)
    }

    private static func isLabel(_ text: Substring) -> Bool {
        guard let first = text.first, let last = text.last, text.utf8.count <= 63 else { return false }
        return isLetterOrDigit(first) && isLetterOrDigit(last) && text.allSatisfy { isLetterOrDigit($0) || $0 == "-" }
    }

    private static func isLetterOrDigit(_ character: Character) -> Bool {
        character.isASCII && (character.isLowercase || character.isWholeNumber)
    }
}
