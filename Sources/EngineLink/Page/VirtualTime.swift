public import Frames

/// Settings of a page's virtual time.
public struct VirtualTime: Sendable, Hashable, Codable {
    /// The initial time of the page's wall clock, in milliseconds since 1970 (default: now).
    public var date: Int64?
    /// The seed of the page's random numbers (default: a random seed).
    public var seed: UInt64?
    /// Whether the page reads another millisecond from its wall clock each time, because it made the same
    /// id from the same date twice.
    package var hasDistinctDates = false
    /// Whether virtual time stops while requests are pending.
    public var waitsForNetwork = true
    /// The refresh rate of the page's display.
    public var refreshRate = FrameRate.thirty
    /// The timeout, in real time, for the page to become idle.
    public var patience = Duration.seconds(15)

    /// Creates default settings.
    public init() {}
}
