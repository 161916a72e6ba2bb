/// The pod of a worker: one container without any privileges.
struct PodSpecification: Encodable {
    struct SecurityContext: Encodable {
        let runAsNonRoot = true
        /// The group that owns a new volume; `nil` to leave the volume as it is.
        let fsGroup: Int?
        let seccompProfile = SeccompProfile()
    }

    struct SeccompProfile: Encodable {
        let type = "RuntimeDefault"
    }

    struct Volume: Encodable {
        let name: String
        var persistentVolumeClaim: Claim?
        var emptyDir: EmptyFolder?
    }

    struct Claim: Encodable {
        let claimName: QuotedText
    }

    struct EmptyFolder: Encodable {
        /// `Memory`, or `nil` for the node's disk.
        var medium: String?
    }

    /// Pods of a job whose failures a policy handles must not restart by themselves.
    let restartPolicy = "Never"
    /// How long a pod may run, in seconds; `nil` for no limit.
    let activeDeadlineSeconds: Int64?
    /// How long a worker has to finish the rows under way after SIGTERM.
    let terminationGracePeriodSeconds = 120
    /// Pages have no business with the cluster.
    let automountServiceAccountToken = false
    let securityContext: SecurityContext
    let containers: [ContainerSpecification]
    let volumes: [Volume]
}
