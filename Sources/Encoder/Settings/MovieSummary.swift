public import Frames

/// What a finished file holds.
public struct MovieSummary: Sendable {
    /// Width and height of the video, both even.
    public let size: PixelSize
    /// Pictures in the video, the repeated ones included.
    public let frames: Int
    /// How long the pictures last, rounded down to the nanosecond.
    public let duration: Duration
    /// The file's length in bytes.
    public let bytes: Int
    /// How it was written.
    public let format: MovieFormat
    /// The sound, if there is any.
    public let sound: SoundSummary?
}
