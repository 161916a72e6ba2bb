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

/// The container, codec and encoder of a movie.
public struct MovieFormat: Sendable, Hashable {
    /// The container format.
    public let container: MovieContainer
    /// The video codec.
    public let codec: VideoCodec
    /// The name of libavcodec's encoder, such as `libx264`.
    public let encoder: String
    /// The maximum number of threads that the encoder uses.
    public let threads: Int
    /// Whether the video has an alpha channel.
    public let hasAlpha: Bool
}

/// A movie file that is complete and has its name.
public struct FinishedMovie: Sendable {
    /// The path of the file.
    public let path: String
    /// A summary of the file's contents.
    public let movie: MovieSummary
    /// Warnings for the user, as sentences.
    public let warnings: [String]
}
