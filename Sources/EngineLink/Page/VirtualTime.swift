public import Frames

/// What a page's own time is, when the recorder is its source.
public struct VirtualTime: Sendable, Hashable, Codable {
    /// Milliseconds since 1970 that the page's wall clock shows when its
    /// loading begins; without it, what the machine's shows then.
    public var date: Int64?
    /// Where the page's random numbers come from; without it they are new
    /// each time.
    public var seed: UInt64?
    /// Whether the time stands still while requests are under way.
    public var waitsForNetwork = true
    /// Refreshes a second of the page's display.
    public var refreshRate = FrameRate.thirty
    /// How long in real time the page may take to come to rest.
    public var patience = Duration.seconds(15)

    /// Makes the time of a page that is recorded now.
    public init() {}
}
