/// A chapter of a video.
public struct Chapter: Sendable, Hashable {
    /// The name that players show, in any language.
    public var name: String
    /// The start, measured from the start of the video.
    ///
    /// The chapter ends where the next one begins, or with the video.
    public var start: Duration

    /// Creates a chapter.
    public init(name: String, start: Duration) {
        self.name = name
        self.start = start
    }
}
