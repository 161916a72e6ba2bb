/// Why something cannot be done with the library's recordings.
package struct LibraryError: Error, CustomStringConvertible {
    /// The kind of failure, which decides the exit code.
    package enum Code: Sendable {
        /// There is no such recording, or no folder that can be read.
        case notFound
        /// What was asked for is not clear, or not to be done.
        case usage
        /// A program that is needed is not installed.
        case missingComponent
        /// The folder could not be made.
        case notMade
        /// A file could not be removed.
        case notRemoved
    }

    /// The kind of failure.
    package let code: Code
    /// What failed, why, and what to do.
    package let description: String

    /// Describes a failure.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
