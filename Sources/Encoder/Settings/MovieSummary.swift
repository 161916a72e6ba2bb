public import Frames

/// The properties of a finished file.
public struct MovieSummary: Sendable {
    /// Width and height of the video, both even.
    public let size: PixelSize
    /// The number of frames, including repeated ones.
    public let frames: Int
    /// The video's duration, rounded down to the nanosecond.
    public let duration: Duration
    /// The file's length in bytes.
    public let bytes: Int
    /// The container, codec and encoder.
    public let format: MovieFormat
    /// The sound; `nil` in a silent video.
    public let sound: SoundSummary?
}
