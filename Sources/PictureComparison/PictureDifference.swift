public import Frames

/// The difference between two pictures.
public struct PictureDifference: Sendable, Hashable {
    /// The size of the new picture.
    public let size: PixelSize
    /// The size of the reference.
    public let keptSize: PixelSize
    /// The number of different pixels, including those that only one picture has.
    public let differentPixels: Int
    /// The number of pixels in the union of both pictures.
    public let pixels: Int
    /// The largest difference of a channel where the pictures overlap, from 0 to 255, regardless of the tolerance.
    public let largest: Int
    /// The bounding box of the different pixels; `nil` if missing.
    public let box: PixelBox?

    /// The share of different pixels, from 0 to 1.
    public var share: Double { Double(differentPixels) / Double(pixels) }

    /// Whether the pictures match.
    ///
    /// They must have the same size, and the share of different pixels must be within the
    /// tolerance.
    public func isWithin(_ tolerance: PictureTolerance) -> Bool { size == keptSize && share <= tolerance.share }
}
