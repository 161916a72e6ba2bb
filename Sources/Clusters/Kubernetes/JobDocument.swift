/// A Job with an index for each shard, as Kubernetes reads it.
///
/// Needs Kubernetes 1.33. There `backoffLimitPerIndex` and `maxFailedIndexes` became stable, after
/// `podFailurePolicy` in 1.31; `podReplacementPolicy` is on by default since 1.29 and stable in 1.34.
/// Sources: kubernetes.io/docs/concepts/workloads/controllers/job and the announcements of these
/// releases, kubernetes.io/blog/2025/05/13 and kubernetes.io/blog/2025/09/05.
struct JobDocument: Encodable {
    struct Specification: Encodable {
        let completionMode = "Indexed"
        let completions: Int
        let parallelism: Int
        /// Absent for a job that starts at once.
        let suspend: Bool?
        let backoffLimitPerIndex = 3
        /// As many as there are indexes, so that each has its tries, whatever the others do.
        let maxFailedIndexes: Int
        /// The only policy beside a failure policy: never two pods of the same shard.
        let podReplacementPolicy = "Failed"
        let podFailurePolicy: PodFailurePolicy
        let template: Template
    }

    struct Template: Encodable {
        let spec: PodSpecification
    }

    let apiVersion = "batch/v1"
    let kind = "Job"
    let metadata: ObjectMetadata
    let spec: Specification
}

/// What each object in Kubernetes has.
struct ObjectMetadata: Encodable {
    let name: QuotedText
}
