public import Frames

/// What two pictures differ in.
public struct PictureDifference: Sendable, Hashable {
    /// The new picture's size.
    public let size: PixelSize
    /// The kept picture's size.
    public let keptSize: PixelSize
    /// How many pixels are different, those that only one picture has among
    /// them.
    public let differentPixels: Int
    /// How many pixels there are, in one picture or the other.
    public let pixels: Int
    /// The most that a channel of any pixel differs by, within the tolerance
    /// or not, where both pictures have one: 0 to 255.
    public let largest: Int
    /// Columns and rows that hold every different pixel; nothing without one.
    public let box: PixelBox?

    /// The share of pixels that are different, 0 to 1.
    public var share: Double { Double(differentPixels) / Double(pixels) }

    /// Whether the pictures count as the same: of one size, and with no more
    /// different pixels than the tolerance has.
    public func isWithin(_ tolerance: PictureTolerance) -> Bool { size == keptSize && share <= tolerance.share }
}
