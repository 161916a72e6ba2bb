/// The failed recording of a page clip.
struct ClipRecordingError: ErrorWithStatus, CustomStringConvertible {
    /// The recording's exit status, which becomes the command's.
    let status: ExitStatus
    /// What failed, as sentences.
    let description: String
}
