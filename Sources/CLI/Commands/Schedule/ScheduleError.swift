/// Why a schedule could not be made, installed or removed.
struct ScheduleError: ErrorWithStatus, CustomStringConvertible {
    /// How the command ends.
    let status: ExitStatus
    /// What failed and what to do, as sentences for a person.
    let description: String

    /// Describes a failure.
    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
