/// The container of a worker.
struct ContainerSpecification: Encodable {
    struct Source: Encodable {
        let secretRef: Reference
    }

    struct Reference: Encodable {
        let name: QuotedText
    }

    struct Resources: Encodable {
        let requests: Amounts
        let limits: Amounts
    }

    struct Amounts: Encodable {
        let cpu: QuotedText
        let memory: QuotedText
    }

    struct SecurityContext: Encodable {
        let allowPrivilegeEscalation = false
        let readOnlyRootFilesystem = true
        let capabilities = Capabilities()
    }

    struct Capabilities: Encodable {
        let drop = ["ALL"]
    }

    struct Mount: Encodable {
        let name: String
        let mountPath: String
    }

    let name: String
    let image: QuotedText
    let workingDir: String
    let command: [QuotedText]
    let args: [QuotedText]
    /// Where environment variables come from; `nil` for none.
    let envFrom: [Source]?
    let resources: Resources
    let securityContext = SecurityContext()
    let volumeMounts: [Mount]
}
