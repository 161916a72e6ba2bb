/// Why a file could not be read or made.
public struct FileError: Error, CustomStringConvertible {
    /// The kind of failure, which decides the exit status.
    public struct Code: Sendable, Hashable {
        private enum Kind {
            case unreadableInput, missingComponent, cannotCreateOutput, cannotWriteOutput, invalidSettings
            case internalFailure
        }

        private let kind: Kind

        /// An input is missing, damaged, or not of the expected kind.
        public static let unreadableInput = Code(kind: .unreadableInput)
        /// An encoder is not installed.
        public static let missingComponent = Code(kind: .missingComponent)
        /// The output's name cannot be used.
        public static let cannotCreateOutput = Code(kind: .cannotCreateOutput)
        /// Writing failed on the way, as on a full disk.
        public static let cannotWriteOutput = Code(kind: .cannotWriteOutput)
        /// A setting is out of range or does not fit the others.
        public static let invalidSettings = Code(kind: .invalidSettings)
        /// A library or the caller did what should not happen.
        public static let internalFailure = Code(kind: .internalFailure)
    }

    /// The kind of failure.
    public let code: Code
    /// What failed, why, and what to try.
    public let message: String
    /// The underlying error, if there is one.
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

extension FileError {
    /// Describes a failed system call on the output.
    ///
    /// - Parameters:
    ///   - code: The kind of failure; a full disk is always
    ///     ``Code/cannotWriteOutput``.
    ///   - failed: What failed, as the start of a sentence.
    ///   - path: The file or folder.
    ///   - error: What the system answered.
    package static func output(_ code: Code, _ failed: String, path: String, error: SystemError) -> FileError {
        if error.isDiskFull { return diskFull(path: path, cause: error) }
        return FileError(code, "\(failed) “\(path)”: \(error.text).\(error.advice)", cause: nil)
    }

    /// Describes a full disk.
    ///
    /// - Parameters:
    ///   - path: The file that was written.
    ///   - cause: What the system or a library answered.
    package static func diskFull(path: String, cause: any Error) -> FileError {
        FileError(
            .cannotWriteOutput,
            "The disk is full: “\(path)” could not be written. Free some space or choose another folder.", cause: cause)
    }
}
