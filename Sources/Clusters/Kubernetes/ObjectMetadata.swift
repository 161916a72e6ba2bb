/// What each object in Kubernetes has.
struct ObjectMetadata: Encodable {
    let name: QuotedText
}
