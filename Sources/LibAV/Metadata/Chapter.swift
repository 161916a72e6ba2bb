/// A named place in the video that players offer to jump to.
public struct Chapter: Sendable, Hashable {
    /// What players show; any language.
    public var name: String
    /// Where it begins, from the start of the video; it ends where the next
    /// one begins, or with the video.
    public var start: Duration

    /// Names a place in the video.
    public init(name: String, start: Duration) {
        self.name = name
        self.start = start
    }
}
