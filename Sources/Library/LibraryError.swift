/// Why something cannot be done with the library's recordings.
package struct LibraryError: Error, CustomStringConvertible {
    /// The kind of failure, which determines the exit status.
    package enum Code: Sendable {
        /// The recording or the folder does not exist or cannot be read.
        case notFound
        /// The request is ambiguous or not allowed.
        case usage
        /// A required program is not installed.
        case missingComponent
        /// The folder could not be created.
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
