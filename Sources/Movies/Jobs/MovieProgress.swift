/// How far a job has come.
public struct MovieProgress: Sendable, Hashable {
    /// Frames of the video so far.
    public let frames: Int
    /// How many there will be, if the source knows.
    public let frameCount: Int?
    /// Bytes of the file so far.
    public let bytes: Int
}
