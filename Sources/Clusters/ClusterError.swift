/// A cluster's command is missing or failed.
package struct ClusterError: Error, CustomStringConvertible {
    /// What failed and what to do, as sentences.
    package let description: String

    init(_ description: String) { self.description = description }
}
