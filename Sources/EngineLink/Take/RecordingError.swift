/// Why nothing was recorded, when neither the page nor the encoder failed.
public struct RecordingError: Error, CustomStringConvertible, Sendable, Codable {
    /// The kind of failure; each has its own exit code at the terminal.
    public struct Code: Sendable, Hashable, Codable {
        private enum Kind: String, Codable { case invalidPlan, neverStarted, interrupted, internalFailure }
        private let kind: Kind

        /// The plan contradicts itself or asks for what cannot be.
        public static let invalidPlan = Code(kind: .invalidPlan)
        /// The start did not come in time.
        public static let neverStarted = Code(kind: .neverStarted)
        /// Somebody ended the recording before it had begun.
        public static let interrupted = Code(kind: .interrupted)
        /// The recorder contradicts itself.
        public static let internalFailure = Code(kind: .internalFailure)
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
