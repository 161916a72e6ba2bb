/// How a page's own sound is recorded.
public struct PageSoundSettings: Sendable, Equatable {
    /// Whether the video has a sound track for the page.
    public enum Mode: String, Sendable, CaseIterable {
        /// If the page sounds while it is recorded.
        case auto
        /// Always.
        case on
        /// Never.
        case off
    }

    /// How the page and a soundtrack share the video's sound tracks.
    public enum Tracks: String, Sendable, CaseIterable {
        /// One track with both.
        case mixed
        /// A track called Page, and a track called Soundtrack.
        case separate
    }

    /// Whether the video has a sound track for the page (default: if the page sounds).
    public var mode = Mode.auto
    /// The gain of every sample, from 0 to 10 (default: 1, unchanged).
    public var volume = 1.0
    /// Whether the soundtrack is turned down while the page sounds (default: false).
    public var ducksSoundtrack = false
    /// The sound tracks (default: mixed).
    public var tracks = Tracks.mixed

    /// Creates default settings.
    public init() {}

    /// Whether anything of the page's sound can be heard.
    public var isRecorded: Bool { mode != .off && volume > 0 }
}
