/// A movie file that is complete and has its name.
public struct FinishedMovie: Sendable {
    /// The path of the file.
    public let path: String
    /// A summary of the file's contents.
    public let movie: MovieSummary
    /// Warnings for the user, as sentences.
    public let warnings: [String]
}
