/// What is wrong in a YAML file, and where, as sentences for a person.
package struct YAMLError: Error, CustomStringConvertible {
    /// The file, the line, what is wrong, and what to do.
    package let description: String

    /// Describes a mistake.
    package init(description: String) { self.description = description }
}
