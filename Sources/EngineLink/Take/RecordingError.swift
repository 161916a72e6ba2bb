/// A failure of a recording that is not due to the page or the encoder.
public struct RecordingError: Error, CustomStringConvertible, Sendable, Codable {
    /// The kind of failure; each has its own exit status.
    public struct Code: Sendable, Hashable, Codable {
        private enum Kind: String, Codable { case invalidPlan, neverStarted, interrupted, internalFailure }
        private let kind: Kind

        /// The plan is contradictory or not supported.
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

    /// The message.
    public var description: String { message }
}
