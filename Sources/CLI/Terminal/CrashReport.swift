import CSystemCalls
import Glibc

/// Reports a crash of pagereel itself: a message, and a file in the temporary
/// folder.
enum CrashReport {
    /// Installs the handlers; called once, at the start.
    static func install() {
        unsafe crash_report_install(
            getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp", Program.nameAndVersion,
            Message.errorDescriptor, ExitStatus.internalFailure.rawValue)
    }
}
