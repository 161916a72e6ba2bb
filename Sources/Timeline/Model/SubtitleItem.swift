import Files

/// Subtitles of a timeline: a track of its movies, or texts that are drawn on its pictures.
public struct SubtitleItem: Sendable {
    /// What a file states about the subtitles.
    package var stated = Stated()
    /// The path of the file: SRT, WebVTT, ASS, or a movie with subtitles.
    public let path: String
    /// The time that is added to the times of the file (default: 0).
    public var startTime: TimelineTime?
    /// The language as ISO 639-2/T, such as `deu` (default: that of the file).
    public var language: String?
    /// The name that players show (default: that of the file).
    public var title: String?
    /// How the texts are drawn on the pictures; `nil` to write them as a track of movies.
    public var burned: SubtitleStyle?

    /// Creates a track of a whole file.
    ///
    /// - Parameter path: The path of the file.
    public init(_ path: String) { self.path = path }

    /// The name in messages.
    var name: String { String(path.fileName) }
}
