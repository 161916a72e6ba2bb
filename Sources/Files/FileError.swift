private import CSystemCalls
private import FoundationEssentials
import Glibc

/// An error from reading or writing a file.
public struct FileError: Error, CustomStringConvertible {
    /// The kind of failure, which decides the exit status.
    public struct Code: Sendable, Hashable {
        private enum Kind {
            case unreadableInput, missingComponent, cannotCreateOutput, cannotWriteOutput, invalidSettings
            case locked, internalFailure
        }

        private let kind: Kind

        /// An input is missing, damaged or of the wrong type.
        public static let unreadableInput = Code(kind: .unreadableInput)
        /// An encoder is not installed.
        public static let missingComponent = Code(kind: .missingComponent)
        /// The output cannot be created under its name.
        public static let cannotCreateOutput = Code(kind: .cannotCreateOutput)
        /// Writing the output failed, for example on a full disk.
        public static let cannotWriteOutput = Code(kind: .cannotWriteOutput)
        /// A setting is out of range or conflicts with another.
        public static let invalidSettings = Code(kind: .invalidSettings)
        /// Another process holds a lock.
        public static let locked = Code(kind: .locked)
        /// A library or the caller misbehaved.
        public static let internalFailure = Code(kind: .internalFailure)
    }

    /// The kind of failure.
    public let code: Code
    /// What failed, why, and what to try.
    public let message: String
    /// The underlying error; `nil` if missing.
    public let cause: (any Error)?

    /// Creates an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message, followed by its cause in brackets.
    public var description: String {
        guard let cause else { return message }
        return "\(message) [\(SystemError(foundation: cause)?.text ?? "\(cause)")]"
    }
}

extension FileError {
    /// Creates an error for a failed system call on the output.
    ///
    /// - Parameters:
    ///   - code: The kind of failure; a full disk is always ``Code/cannotWriteOutput``.
    ///   - failed: What failed, as the start of a sentence.
    ///   - path: The file or folder.
    ///   - error: The system's error.
    package static func output(_ code: Code, _ failed: String, path: String, error: SystemError) -> FileError {
        if error.isDiskFull { return diskFull(path: path, cause: error) }
        return FileError(code, "\(failed) '\(path)': \(error.explanation(at: path))")
    }

    /// Creates an error for a full disk.
    ///
    /// - Parameters:
    ///   - path: The file being written.
    ///   - cause: The error of the system or the library.
    package static func diskFull(path: String, cause: any Error) -> FileError {
        FileError(
            .cannotWriteOutput,
            "The disk is full: '\(path)' cannot be written. Free some space or choose another folder.", cause: cause)
    }
}

/// The error of a failed system call.
package struct SystemError: Error, CustomStringConvertible {
    /// The `errno` value.
    package let number: CInt

    /// The `errno` of this thread's last failed system call.
    package static var last: SystemError { SystemError(number: errno) }

    package init(number: CInt) { self.number = number }

    /// The system's error behind one of Foundation, whose own text is for programmers; `nil` for other errors.
    package init?(foundation error: any Error) {
        guard let error = error as? CocoaError else { return nil }
        if let system = error.underlying as? POSIXError {
            number = system.code.rawValue
            return
        }
        switch error.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: number = ENOENT
        case .fileReadNoPermission, .fileWriteNoPermission: number = EACCES
        case .fileWriteOutOfSpace: number = ENOSPC
        case .fileWriteFileExists: number = EEXIST
        case .fileWriteVolumeReadOnly: number = EROFS
        default: number = EIO
        }
    }

    /// The C library's error message.
    package var text: String { unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)" }

    package var description: String { "\(text) (errno \(number))" }

    /// Why a file or folder cannot be created or written, and what to try, as the end of a sentence.
    ///
    /// - Parameter path: The file or folder.
    package func explanation(at path: String) -> String {
        let isRefusal = [ENOENT, EPERM, EACCES, EINVAL, EOPNOTSUPP].contains(number)
        guard isRefusal, Self.isOfKernel(path) else { return "\(text).\(advice)" }
        return "only the kernel creates files there. Choose another folder."
    }

    /// Whether a path, or the nearest folder above it that exists, is in a file system whose files the kernel makes up.
    private static func isOfKernel(_ path: String) -> Bool {
        var place = path
        while true {
            let answer = unsafe file_systems_is_of_kernel(place)
            guard answer < 0, errno == ENOENT, place != place.parentPath else { return answer > 0 }
            place = place.parentPath
        }
    }

    /// Whether the disk or the user's quota is full.
    package var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }

    /// Advice with a leading space; empty if missing.
    package var advice: String {
        switch number {
        case EACCES, EPERM, EROFS: " Choose a folder that you may write to."
        case ENAMETOOLONG: " Choose a shorter name."
        case EFBIG: " The system or the file system limits the size of files. Choose another folder."
        case ENOTDIR: " A part of the path is a file, not a folder."
        default: ""
        }
    }
}
