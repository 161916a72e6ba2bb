private import FoundationEssentials
import Glibc

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
