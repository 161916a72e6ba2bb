/// How much two pictures may differ and still count as the same.
public struct PictureTolerance: Sendable, Hashable {
    /// The most by which red, green, blue or alpha of a pixel may differ, 0 to
    /// 255; a pixel counts as different above it.
    public var channel: Int
    /// The greatest share of pixels that may be different, 0 to 1.
    public var share: Double

    /// Allows differences; none without.
    public init(channel: Int = 0, share: Double = 0) {
        precondition((0...255).contains(channel) && (0...1).contains(share), "a tolerance out of range")
        self.channel = channel
        self.share = share
    }
}
