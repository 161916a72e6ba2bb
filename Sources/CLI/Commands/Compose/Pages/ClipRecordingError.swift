/// A page of a timeline that could not be recorded.
struct ClipRecordingError: ErrorWithStatus, CustomStringConvertible {
    /// How the recording ended, which is how the command ends.
    let status: ExitStatus
    /// What went wrong, as sentences.
    let description: String
}
