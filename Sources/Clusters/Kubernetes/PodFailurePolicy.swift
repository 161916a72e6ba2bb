/// The part of a Job that says what follows when a pod fails (Kubernetes 1.31; `FailIndex` 1.33).
///
/// The first rule that matches holds. A failure that matches none counts towards the limit of its
/// index. Source: kubernetes.io/docs/concepts/workloads/controllers/job, "Pod failure policy".
struct PodFailurePolicy: Encodable {
    struct Rule: Encodable {
        let action: String
        var onPodConditions: [Condition]?
        var onExitCodes: ExitCodes?
    }

    struct Condition: Encodable {
        let type: String
        /// A status is text, not a truth value.
        let status = QuotedText("True")
    }

    struct ExitCodes: Encodable {
        let containerName: String
        let `operator` = "In"
        /// In ascending order, without 0.
        let values: [Int]
    }

    let rules: [Rule]

    /// The policy for the exit statuses of `pagereel batch run`.
    ///
    /// - Parameter container: The name of the worker's container.
    init(forWorker container: String) {
        rules = [
            // The node is drained, or the pod has to make room for another: that is no failure.
            Rule(action: "Ignore", onPodConditions: [Condition(type: "DisruptionTarget")]),
            // Some rows failed after their retries; the others are recorded.
            Rule(action: "FailIndex", onExitCodes: ExitCodes(containerName: container, values: [1])),
            // Options, manifest, outputs or configuration are wrong: each shard would say so.
            Rule(action: "FailJob", onExitCodes: ExitCodes(containerName: container, values: [64, 65, 73, 78])),
        ]
    }
}
