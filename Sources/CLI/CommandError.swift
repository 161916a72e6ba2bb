/// The failure of a command, with its exit status.
struct CommandError: Error, CustomStringConvertible {
    /// The exit status.
    let status: ExitStatus
    /// What failed and what to do, as sentences.
    let description: String
    /// Lines that are printed before the description, such as the mistakes in a file.
    let details: [String]

    /// Describes a failure.
    init(_ status: ExitStatus, _ description: String, details: [String] = []) {
        self.status = status
        self.description = description
        self.details = details
    }
}
