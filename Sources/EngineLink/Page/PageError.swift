/// Why a page could not be shown or sampled.
public struct PageError: Error, CustomStringConvertible, Sendable, Codable {
    /// The kind of failure; each has its own exit code at the terminal.
    public struct Code: Sendable, Hashable, Codable {
        private enum Kind: String, Codable { case missingComponent, cannotLoad, crashed, hung, invalidOption }
        private let kind: Kind

        /// A program or library that the page needs is not installed, or is one with which its clock is not exact.
        public static let missingComponent = Code(kind: .missingComponent)
        /// The page cannot be loaded: no such file or host, refused, TLS,
        /// or an HTTP status of 400 and above.
        public static let cannotLoad = Code(kind: .cannotLoad)
        /// The page's process ended by itself.
        public static let crashed = Code(kind: .crashed)
        /// The page's process no longer answers.
        public static let hung = Code(kind: .hung)
        /// An option has a value that the page's engine refuses.
        public static let invalidOption = Code(kind: .invalidOption)
    }

    /// The kind of failure.
    public let code: Code
    /// What failed, why, and what to try, as sentences for a person.
    public let message: String

    /// Describes a failure.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
