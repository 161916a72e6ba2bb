/// How a movie is written.
public struct MovieFormat: Sendable, Hashable {
    /// The kind of file.
    public let container: MovieContainer
    /// How the pictures are compressed.
    public let codec: VideoCodec
    /// The name of libavcodec's encoder, such as `libx264`.
    public let encoder: String
    /// The most threads that the encoder works with.
    public let threads: Int
    /// Whether the pictures keep their transparency.
    public let hasAlpha: Bool
}
