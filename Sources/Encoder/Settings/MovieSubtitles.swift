public import Frames

/// The subtitles of a movie.
public struct MovieSubtitles: Sendable, Hashable {
    /// The tracks whose texts are known before the movie is written.
    public var tracks: [SubtitleTrack] = []
    /// A track whose texts are added while the movie is written; its own are not used.
    public var captions: SubtitleTrack?

    /// Describes a movie without subtitles.
    public init() {}
}
