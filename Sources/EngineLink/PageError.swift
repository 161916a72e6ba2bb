/// Why a page could not be shown or sampled.
public struct PageError: Error, CustomStringConvertible, Sendable, Codable {
    /// The kind of failure; each has its own exit status.
    public struct Code: Sendable, Hashable, Codable {
        private enum Kind: String, Codable { case missingComponent, cannotLoad, crashed, hung, invalidOption }
        private let kind: Kind

        /// A required program or library is missing, or its version does not support an exact virtual clock.
        public static let missingComponent = Code(kind: .missingComponent)
        /// The page cannot be loaded: missing file, unknown host, refused connection, TLS error, or
        /// an HTTP status of 400 or above.
        public static let cannotLoad = Code(kind: .cannotLoad)
        /// The page's process crashed.
        public static let crashed = Code(kind: .crashed)
        /// The page's process does not respond.
        public static let hung = Code(kind: .hung)
        /// An option has an invalid value.
        public static let invalidOption = Code(kind: .invalidOption)
    }

    /// The kind of failure.
    public let code: Code
    /// The message for the user: what failed, why, and what to do.
    public let message: String

    /// Describes a failure.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
