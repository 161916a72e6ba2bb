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
