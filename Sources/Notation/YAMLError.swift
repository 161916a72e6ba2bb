/// A mistake in a YAML file, described in sentences.
package struct YAMLError: Error, CustomStringConvertible {
    /// The file, the line, the mistake and how to fix it.
    package let description: String
    /// The line, counted from 1; `nil` if unknown.
    package let line: Int?
    /// The mistake and how to fix it, without the file and the line.
    package let message: String

    /// The error of the file that the line names; `nil` if the mistake is in the YAML file.
    package let cause: (any Error)?

    /// Creates an error.
    init(place: String, line: Int?, message: String, cause: (any Error)? = nil) {
        description = place + ": " + message
        self.line = line
        self.message = message
        self.cause = cause
    }
}
