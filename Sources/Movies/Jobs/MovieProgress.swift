/// The progress of a job.
public struct MovieProgress: Sendable, Hashable {
    /// The number of frames encoded so far.
    public let frames: Int
    /// The total number of frames, if the source knows it.
    public let frameCount: Int?
    /// The size of the file so far, in bytes.
    public let bytes: Int
}
