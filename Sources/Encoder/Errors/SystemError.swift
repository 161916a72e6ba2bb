import CLibAV
import Glibc

/// What a system call answered when it failed.
struct SystemError: Error, CustomStringConvertible {
    /// The errno.
    let number: CInt

    /// The errno that the last system call on this thread left.
    static var last: SystemError { SystemError(number: errno) }

    init(number: CInt) { self.number = number }

    /// The errno inside a libav code, if there is one.
    init?(libAV error: LibAVError) {
        let number = recorder_avunerror(error.code)
        // libav's own codes are four letters, far above any errno.
        guard (1..<4096).contains(number) else { return nil }
        self.init(number: number)
    }

    /// The C library's text.
    var text: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }

    var description: String { "\(text) (errno \(number))" }

    /// Whether there is no room left for the file, on the disk or in the
    /// user's share of it.
    var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }

    /// What to try, with a space before it, or nothing.
    var advice: String {
        switch number {
        case EACCES, EPERM, EROFS: " Choose a folder that you may write to."
        case ENAMETOOLONG: " Choose a shorter name."
        case EFBIG: " The system or the file system limits the size of a file; choose another folder."
        case ENOTDIR: " A part of the path is a file, not a folder."
        default: ""
        }
    }
}
