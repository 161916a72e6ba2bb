/// Where an unfinished output is written, and how messages name it.
///
/// The place is often an unnamed file, whose path means nothing to the user.
package struct OutputPlace: Sendable {
    /// The path to write to.
    package let path: String
    /// The output's name for messages: its final path.
    package let name: String

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - path: The path to write to.
    ///   - name: The output's name (default: the path).
    package init(_ path: String, named name: String? = nil) {
        self.path = path
        self.name = name ?? path
    }
}
