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

/// The position of a picture that is fitted into a frame, in whole canvas pixels.
///
/// The aspect ratio is kept to the nearest canvas pixel, except with ``Fit/stretch``.
public struct FitGeometry: Sendable, Hashable {
    /// The whole picture on the canvas; it may exceed the frame.
    public let whole: PixelRectangle
    /// The visible part: the intersection with the frame.
    public let visible: PixelRectangle

    /// Computes the rectangles.
    ///
    /// - Parameters:
    ///   - fit: How the picture is fitted; ``Fit/blur`` counts as ``Fit/contain``.
    ///   - picture: The picture's size.
    ///   - frame: The frame, on the canvas.
    public init(_ fit: Fit, picture: PixelSize, frame: PixelRectangle) {
        // Compares the aspect ratios: frame.width / picture.width < frame.height / picture.height.
        let isWider = picture.width * frame.height > picture.height * frame.width
        let fillsWidth: Bool? =
            switch fit {
            case .stretch: nil
            case .contain, .blur: isWider
            case .cover: !isWider
            }
        var (width, height) = (frame.width, frame.height)
        switch fillsWidth {
        case .some(true):
            height = max(1, (picture.height * frame.width + picture.width / 2) / picture.width)
        case .some(false):
            width = max(1, (picture.width * frame.height + picture.height / 2) / picture.height)
        case .none: break
        }
        // A shift rounds down for both signs, so that odd differences are split the same way.
        whole = PixelRectangle(
            x: frame.x + ((frame.width - width) >> 1), y: frame.y + ((frame.height - height) >> 1), width: width,
            height: height)
        visible = whole.intersection(frame) ?? frame
    }

    /// The visible part, in pixels of a picture of the given size.
    public func visiblePart(of size: PixelSize) -> PixelRectangle {
        func scaled(_ value: Int, _ side: Int, _ wholeSide: Int) -> Double {
            Double(value) * Double(side) / Double(wholeSide)
        }
        let (x, y) = (visible.x - whole.x, visible.y - whole.y)
        return PixelRectangle(
            left: scaled(x, size.width, whole.width), top: scaled(y, size.height, whole.height),
            right: scaled(x + visible.width, size.width, whole.width),
            bottom: scaled(y + visible.height, size.height, whole.height))
    }
}

/// How a picture is fitted into a rectangle of another aspect ratio.
public enum Fit: String, Sendable, CaseIterable {
    /// The whole picture is visible; the rest of the rectangle stays unchanged.
    case contain
    /// The picture covers the rectangle; the excess is cropped.
    case cover
    /// The picture is stretched to the rectangle.
    case stretch
    /// Like ``contain``, over a blurred copy of the picture that covers the rectangle.
    case blur
}

extension Fit {
    /// The part of a picture to fit in place of the whole, to bound memory.
    ///
    /// It is the whole picture, unless ``cover`` would crop more than half of its length. Twice
    /// the visible length then stays, around the center.
    public func usefulPart(of picture: PixelSize, in frame: PixelRectangle) -> PixelRectangle {
        var part = PixelRectangle(picture)
        guard self == .cover else { return part }
        // The length of which half is visible, rounded up.
        func kept(_ frameSide: Int, _ frameOther: Int, _ other: Int) -> Int {
            2 * ((frameSide * other + frameOther - 1) / frameOther)
        }
        part.x = max(0, picture.width - kept(frame.width, frame.height, picture.height)) / 2
        part.y = max(0, picture.height - kept(frame.height, frame.width, picture.width)) / 2
        part.width -= 2 * part.x
        part.height -= 2 * part.y
        return part
    }
}
