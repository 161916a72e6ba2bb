/// A mistake in a YAML file, described in sentences.
package struct YAMLError: Error, CustomStringConvertible {
    /// The file, the line, the mistake and how to fix it.
    package let description: String

    /// Creates an error.
    package init(description: String) { self.description = description }
}
