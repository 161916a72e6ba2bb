/// A PersistentVolumeClaim, as Kubernetes reads it.
struct ClaimDocument: Encodable {
    struct Specification: Encodable {
        /// The pods of all nodes write to it.
        let accessModes = ["ReadWriteMany"]
        let resources: Resources
    }

    struct Resources: Encodable {
        let requests: Requests
    }

    struct Requests: Encodable {
        let storage: QuotedText
    }

    let apiVersion = "v1"
    let kind = "PersistentVolumeClaim"
    let metadata: ObjectMetadata
    let spec: Specification

    /// Describes a claim.
    ///
    /// - Parameter bytes: The volume's size.
    init(name: String, bytes: Int) {
        metadata = ObjectMetadata(name: QuotedText(name))
        spec = Specification(resources: Resources(requests: Requests(storage: QuotedText(bytes.quantity))))
    }
}
