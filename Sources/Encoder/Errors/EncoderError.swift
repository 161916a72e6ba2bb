/// Why a file could not be made.
public struct EncoderError: Error, CustomStringConvertible {
    /// The kind of failure, which decides the exit code.
    public struct Code: Sendable, Hashable {
        private enum Kind {
            case unreadableInput, missingComponent, cannotCreateOutput, cannotWriteOutput, invalidSettings
            case internalFailure
        }

        private let kind: Kind

        /// The soundtrack is not there, not sound, or damaged.
        public static let unreadableInput = Code(kind: .unreadableInput)
        /// An encoder is not installed.
        public static let missingComponent = Code(kind: .missingComponent)
        /// The output's name cannot be used.
        public static let cannotCreateOutput = Code(kind: .cannotCreateOutput)
        /// Writing failed on the way, as on a full disk.
        public static let cannotWriteOutput = Code(kind: .cannotWriteOutput)
        /// A setting is out of range or does not fit the others.
        public static let invalidSettings = Code(kind: .invalidSettings)
        /// libav or the caller did what should not happen.
        public static let internalFailure = Code(kind: .internalFailure)
    }

    /// The kind of failure.
    public let code: Code
    /// What failed, why, and what to try.
    public let message: String
    /// What the failure came from, if it came from elsewhere.
    public let cause: (any Error)?

    /// Describes a failure.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message, and its cause in brackets.
    public var description: String {
        guard let cause else { return message }
        return "\(message) [\(cause)]"
    }
}

extension EncoderError {
    /// Describes a failed system call on the output.
    ///
    /// - Parameters:
    ///   - code: The kind of failure; a full disk is always
    ///     ``Code/cannotWriteOutput``.
    ///   - failed: What failed, as the start of a sentence.
    ///   - path: The file or folder.
    ///   - error: What the system answered.
    static func output(_ code: Code, _ failed: String, path: String, error: SystemError) -> EncoderError {
        if error.isDiskFull { return diskFull(path: path, cause: error) }
        return EncoderError(code, "\(failed) “\(path)”: \(error.text).\(error.advice)", cause: nil)
    }

    /// Describes a failed write by libav.
    static func write(path: String, error: LibAVError) -> EncoderError {
        let system = SystemError(libAV: error)
        if let system, system.isDiskFull { return diskFull(path: path, cause: error) }
        let advice = system?.advice ?? ""
        return EncoderError(
            .cannotWriteOutput, "The video could not be written to “\(path)”: \(error.text).\(advice)", cause: error)
    }

    private static func diskFull(path: String, cause: any Error) -> EncoderError {
        EncoderError(
            .cannotWriteOutput,
            "The disk is full: “\(path)” could not be written. Free some space or choose another folder.", cause: cause)
    }

    /// Describes what an encoder, decoder or converter answered when it
    /// should not fail.
    static func failure(_ what: String, _ error: LibAVError) -> EncoderError {
        EncoderError(.internalFailure, "\(what) failed.", cause: error)
    }
}
