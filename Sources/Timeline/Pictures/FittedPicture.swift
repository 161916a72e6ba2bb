import Composition
import Frames

/// The position of a picture that is fitted into a frame, in whole canvas pixels.
struct FittedPicture: Equatable {
    /// The whole picture on the canvas; it may exceed the frame.
    let whole: PixelRectangle
    /// The visible part: the intersection with the frame.
    let visible: PixelRectangle

    /// Fits a picture into a frame.
    init(_ fit: Fit, picture: PixelSize, frame: PixelRectangle) {
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
        let (left, top) = (max(whole.x, frame.x), max(whole.y, frame.y))
        visible = PixelRectangle(
            x: left, y: top, width: min(whole.x + width, frame.x + frame.width) - left,
            height: min(whole.y + height, frame.y + frame.height) - top)
    }

    /// The visible part, in pixels of a picture of the given size.
    func visiblePart(of size: PixelSize) -> PixelRectangle {
        func scaled(_ value: Int, _ side: Int, _ wholeSide: Int) -> Int {
            Int((Double(value) * Double(side) / Double(wholeSide)).rounded())
        }
        let left = scaled(visible.x - whole.x, size.width, whole.width)
        let top = scaled(visible.y - whole.y, size.height, whole.height)
        let right = scaled(visible.x - whole.x + visible.width, size.width, whole.width)
        let bottom = scaled(visible.y - whole.y + visible.height, size.height, whole.height)
        return PixelRectangle(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
    }
}
