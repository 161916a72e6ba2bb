public import Frames

/// The source and target rectangles of a picture that is fitted into a frame.
///
/// All values are integers. The aspect ratio is kept to the nearest canvas pixel, except with
/// ``Fit/stretch``.
public struct FitGeometry: Sendable, Hashable {
    /// The part of the picture that is drawn, in the picture's pixels.
    public let source: PixelRectangle
    /// The destination of that part on the canvas; it may exceed the frame.
    public let target: PixelRectangle
    /// The visible part of the destination: the target clipped to the frame.
    public let visible: PixelRectangle

    /// Computes the rectangles.
    ///
    /// - Parameters:
    ///   - fit: How the picture is fitted; ``Fit/blur`` counts as ``Fit/contain``.
    ///   - picture: The picture's size.
    ///   - frame: The frame, on the canvas.
    public init(_ fit: Fit, picture: PixelSize, frame: PixelRectangle) {
        let (width, height) = (picture.width, picture.height)
        // Compares the aspect ratios: frame.width / width < frame.height / height.
        let isWider = width * frame.height > height * frame.width
        var source = PixelRectangle(x: 0, y: 0, width: width, height: height)
        var target = frame
        switch fit {
        case .stretch:
            break
        case .contain, .blur:
            if isWider {
                target.height = max(1, Self.rounded(height * frame.width, over: width))
                target.y += (frame.height - target.height) / 2
            } else {
                target.width = max(1, Self.rounded(width * frame.height, over: height))
                target.x += (frame.width - target.width) / 2
            }
        case .cover:
            if isWider {
                (source.x, source.width, target.x, target.width) = Self.covered(
                    side: width, other: height, frameSide: frame.width, frameOther: frame.height, start: frame.x)
            } else {
                (source.y, source.height, target.y, target.height) = Self.covered(
                    side: height, other: width, frameSide: frame.height, frameOther: frame.width, start: frame.y)
            }
        }
        self.source = source
        self.target = target
        visible = target.intersection(frame) ?? frame
    }

    /// The central part of a side that is cropped at both ends, in the picture and on the canvas.
    ///
    /// Partially visible pixels are drawn whole, with a margin of two for interpolation. The far
    /// ends of a long picture are skipped.
    private static func covered(
        side: Int, other: Int, frameSide: Int, frameOther: Int, start: Int
    ) -> (sourceStart: Int, sourceSide: Int, targetStart: Int, targetSide: Int) {
        // The visible length is frameSide * other / frameOther; rounded up here.
        let seen = (frameSide * other + frameOther - 1) / frameOther
        let cut = max(0, (side - seen) / 2 - 3)
        let whole = max(frameSide, rounded(side * frameOther, over: other))
        let before = (whole - frameSide) / 2
        let first = rounded(cut * frameOther, over: other)
        // Both ends are cut equally, so that the center stays in place.
        return (cut, side - 2 * cut, start - before + first, whole - 2 * first)
    }

    private static func rounded(_ value: Int, over divisor: Int) -> Int { (value + divisor / 2) / divisor }
}

extension PixelRectangle {
    /// The intersection of two rectangles; `nil` if it is empty.
    public func intersection(_ other: PixelRectangle) -> PixelRectangle? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
        guard right > left, bottom > top else { return nil }
        return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}
