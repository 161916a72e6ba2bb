import Files

/// Subtitles of a timeline: a track of its movies, or texts that are drawn on its pictures.
public struct SubtitleItem: Sendable {
    /// What a file states about the subtitles.
    package var stated = Stated()
    /// Where the texts are from.
    public enum Source: Sendable, Hashable {
        /// A file: SRT, WebVTT, ASS, or a movie with subtitles.
        case file(path: String)
        /// The captions that the timeline's pages send while they are recorded.
        case pages
    }

    /// Where the texts are from.
    public let source: Source
    /// The time that is added to the times of a file (default: 0).
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
    public init(_ path: String) { source = .file(path: path) }

    /// Creates a track of the captions of all pages.
    ///
    /// - Parameter language: The language as ISO 639-2/T, such as `deu`; empty if unknown.
    public init(captionsIn language: String) {
        source = .pages
        self.language = language
    }

    /// The name in messages.
    var name: String {
        switch source {
        case .file(let path): String(path.fileName)
        case .pages: "captions"
        }
    }
}
