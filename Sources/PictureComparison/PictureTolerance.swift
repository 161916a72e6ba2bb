/// The accepted difference between two pictures.
public struct PictureTolerance: Sendable, Hashable {
    /// The largest accepted difference of a channel, from 0 to 255.
    ///
    /// A pixel counts as different above it.
    public var channel: Int
    /// The largest accepted share of different pixels, from 0 to 1.
    public var share: Double

    /// Creates a tolerance (default: exact equality).
    public init(channel: Int = 0, share: Double = 0) {
        precondition((0...255).contains(channel) && (0...1).contains(share), "a tolerance out of range")
        self.channel = channel
        self.share = share
    }
}
