public import Encoder

/// What came of a job.
public struct FinishedMovie: Sendable {
    /// The file.
    public let path: String
    /// What is in it.
    public let movie: MovieSummary
    /// What a person should know about it, as sentences.
    public let warnings: [String]
}
