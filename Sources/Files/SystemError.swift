import Glibc

/// What a system call answered when it failed.
package struct SystemError: Error, CustomStringConvertible {
    /// The errno.
    package let number: CInt

    /// The errno that the last system call on this thread left.
    package static var last: SystemError { SystemError(number: errno) }

    package init(number: CInt) { self.number = number }

    /// The C library's text.
    package var text: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }

    package var description: String { "\(text) (errno \(number))" }

    /// Whether there is no room left for the file, on the disk or in the
    /// user's share of it.
    package var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }

    /// What to try, with a space before it, or nothing.
    package var advice: String {
        switch number {
        case EACCES, EPERM, EROFS: " Choose a folder that you may write to."
        case ENAMETOOLONG: " Choose a shorter name."
        case EFBIG: " The system or the file system limits the size of a file; choose another folder."
        case ENOTDIR: " A part of the path is a file, not a folder."
        default: ""
        }
    }
}
