import CCrashReport
import Glibc

/// What the user gets if pagereel itself crashes: a sentence, and a file in the
/// temporary folder.
enum CrashReport {
    /// Prepares for a crash; called once, at the start.
    static func install() {
        crash_report_install(
            getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp", Program.nameAndVersion,
            Message.errorDescriptor, ExitStatus.internalFailure.rawValue)
    }
}
