/// A mistake in a YAML file, described in sentences.
package struct YAMLError: Error, CustomStringConvertible {
    /// The file, the line, the mistake and how to fix it.
    package let description: String
    /// The line, counted from 1; `nil` if unknown.
    package let line: Int?
    /// The mistake and how to fix it, without the file and the line.
    package let message: String

    /// Creates an error.
    init(place: String, line: Int?, message: String) {
        description = place + ": " + message
        self.line = line
        self.message = message
    }
}
