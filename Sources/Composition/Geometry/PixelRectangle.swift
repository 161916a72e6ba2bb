public import Frames

/// A rectangle on a canvas, in whole pixels from the upper left corner.
public struct PixelRectangle: Sendable, Hashable {
    /// The left edge; may be outside the canvas.
    public var x: Int
    /// The upper edge; may be outside the canvas.
    public var y: Int
    /// The width; positive.
    public var width: Int
    /// The height; positive.
    public var height: Int

    /// Stands for the whole canvas of a timeline, as the frame of a ``Layout``; it is empty.
    public static let canvas = PixelRectangle(x: 0, y: 0, width: 0, height: 0)

    /// Describes a rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Rounds each edge once, so that adjacent rectangles stay adjacent; each side has at least a pixel.
    public init(left: Double, top: Double, right: Double, bottom: Double) {
        (x, y) = (Int(left.rounded()), Int(top.rounded()))
        (width, height) = (max(1, Int(right.rounded()) - x), max(1, Int(bottom.rounded()) - y))
    }

    /// The bounds of a picture or a canvas.
    public init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// The width and the height.
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// The intersection of two rectangles; `nil` if it is empty.
    public func intersection(_ other: PixelRectangle) -> PixelRectangle? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
        guard right > left, bottom > top else { return nil }
        return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}
