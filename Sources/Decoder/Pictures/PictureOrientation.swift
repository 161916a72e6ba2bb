package import Frames

/// How a stored picture is turned and mirrored to be upright, by the numbers of
/// EXIF's tag `Orientation` (CIPA DC-008, 4.6.4).
package struct PictureOrientation: Hashable {
    /// From 1, which is upright, to 8.
    package let number: Int

    /// The orientation of a picture that says none.
    package static let upright = PictureOrientation(number: 1)

    /// Takes a number; any but those leaves the picture as it is, as browsers
    /// do.
    package init(number: Int) { self.number = (1...8).contains(number) ? number : 1 }

    /// Reads libavcodec's text of the tag, which is a number with spaces
    /// around it.
    package init(tag: String) { self.init(number: Int(tag.trimmingPrefix { $0 == " " }.prefix { $0.isNumber }) ?? 1) }

    /// Whether width and height change places.
    package var isTurned: Bool { number >= 5 }

    /// The upright picture's size.
    package func size(of stored: PixelSize) -> PixelSize {
        isTurned ? PixelSize(width: stored.height, height: stored.width) : stored
    }

    /// Makes the upright picture of a stored one.
    package func applied(to stored: PixelBuffer) -> PixelBuffer {
        guard self != .upright else { return stored }
        let upright = PixelBuffer(size: size(of: stored.size), hasAlpha: stored.hasAlpha)
        let (lastColumn, lastRow) = (stored.size.width - 1, stored.size.height - 1)
        // Where the upper left pixel is stored, and how far it is from there
        // to the next pixel of a row and of a column, in bytes.
        let (right, down) = (4, stored.stride)
        let (start, acrossStep, downStep) =
            switch number {
            case 2: (lastColumn * right, -right, down)
            case 3: (lastColumn * right + lastRow * down, -right, -down)
            case 4: (lastRow * down, right, -down)
            case 5: (0, down, right)
            case 6: (lastRow * down, -down, right)
            case 7: (lastColumn * right + lastRow * down, -down, -right)
            default: (lastColumn * right, down, -right)
            }
        stored.withBytes { source in
            upright.withMutableBytes { target in
                for row in 0..<upright.size.height {
                    for column in 0..<upright.size.width {
                        let pixel = source.load(
                            fromByteOffset: start + column * acrossStep + row * downStep, as: UInt32.self)
                        target.storeBytes(
                            of: pixel, toByteOffset: row * upright.stride + column * 4, as: UInt32.self)
                    }
                }
            }
        }
        return upright
    }
}
