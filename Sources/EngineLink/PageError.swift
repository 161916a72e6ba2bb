/// Why a page could not be shown, sampled or recorded.
public struct PageError: Error, CustomStringConvertible, Sendable, Codable {
    /// The kind of failure; each has its own exit status.
    public struct Code: Sendable, Hashable, Codable {
        private enum Kind: String, Codable {
            case missingComponent, cannotLoad, crashed, hung, invalidPlan, neverStarted, interrupted, internalFailure
        }
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
        /// The plan has an invalid value, is contradictory, or is not supported.
        public static let invalidPlan = Code(kind: .invalidPlan)
        /// The recording did not start in time.
        public static let neverStarted = Code(kind: .neverStarted)
        /// The recording was interrupted before it had started.
        public static let interrupted = Code(kind: .interrupted)
        /// An internal error of the recorder.
        public static let internalFailure = Code(kind: .internalFailure)
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

    /// Describes a message that breaks the protocol between the command and its engine.
    ///
    /// - Parameter what: What was received, to follow the word "sent", without a final period.
    package static func engineSent(_ what: String) -> PageError {
        PageError(.crashed, "The page's engine (pagereel-engine) sent \(what)")
    }

    /// The message.
    public var description: String { message }
}
