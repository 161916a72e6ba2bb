/// A part of a canvas, in whole pixels from its upper left corner.
public struct PixelRectangle: Sendable, Hashable {
    /// The left edge; may be outside the canvas.
    public var x: Int
    /// The upper edge; may be outside the canvas.
    public var y: Int
    /// Pixels from the left edge to the right one; positive.
    public var width: Int
    /// Pixels from the upper edge to the lower one; positive.
    public var height: Int

    /// Describes a rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
