public import Frames

/// Which part of a picture goes where when it is fitted into a frame.
///
/// All is counted in whole numbers: the picture's proportions are kept to the
/// nearest canvas pixel, whatever the sizes, but for ``Fit/stretch``.
public struct FitGeometry: Sendable, Hashable {
    /// The part of the picture that is drawn, in its own pixels; inside it.
    public let source: PixelRectangle
    /// Where that part goes, on the canvas; of it, only what is inside the
    /// frame is seen.
    public let target: PixelRectangle
    /// What is seen of the picture, on the canvas: the target inside the frame.
    public let visible: PixelRectangle

    /// Works it out.
    ///
    /// - Parameters:
    ///   - fit: How the picture is brought into the frame; ``Fit/blur`` is
    ///     ``Fit/contain`` for the picture itself.
    ///   - picture: The picture's size.
    ///   - frame: The frame, on the canvas.
    public init(_ fit: Fit, picture: PixelSize, frame: PixelRectangle) {
        let (width, height) = (picture.width, picture.height)
        // Wider than the frame: frame.width / width < frame.height / height.
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

    /// The middle part of a side that is cut off at both ends, in the picture
    /// and on the canvas.
    ///
    /// A pixel of the picture that is seen in part is drawn whole, and two
    /// more, from which scaling takes what is beside; a long picture's far
    /// ends need not be drawn.
    private static func covered(
        side: Int, other: Int, frameSide: Int, frameOther: Int, start: Int
    ) -> (sourceStart: Int, sourceSide: Int, targetStart: Int, targetSide: Int) {
        // Of the picture, frameSide * other / frameOther are seen; twice that
        // and the side are what the cut is between.
        let seen = (frameSide * other + frameOther - 1) / frameOther
        let cut = max(0, (side - seen) / 2 - 3)
        let whole = max(frameSide, rounded(side * frameOther, over: other))
        let before = (whole - frameSide) / 2
        let first = rounded(cut * frameOther, over: other)
        // The same at both ends, so that the middle stays where it is.
        return (cut, side - 2 * cut, start - before + first, whole - 2 * first)
    }

    private static func rounded(_ value: Int, over divisor: Int) -> Int { (value + divisor / 2) / divisor }
}

extension PixelRectangle {
    /// What two rectangles share, if anything.
    public func intersection(_ other: PixelRectangle) -> PixelRectangle? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
        guard right > left, bottom > top else { return nil }
        return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}
