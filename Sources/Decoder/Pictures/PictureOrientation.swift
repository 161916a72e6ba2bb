package import Frames

/// How to rotate and mirror a stored picture: a value of Exif's `Orientation` tag (CIPA DC-008,
/// 4.6.4).
package struct PictureOrientation: Hashable {
    /// The value, from 1 (upright) to 8.
    package let number: Int

    /// The default orientation.
    package static let upright = PictureOrientation(number: 1)

    /// Creates an orientation; an invalid number means upright, as in browsers.
    package init(number: Int) { self.number = (1...8).contains(number) ? number : 1 }

    /// Parses libavcodec's text of the tag, a number padded with spaces.
    package init(tag: String) { self.init(number: Int(tag.trimmingPrefix { $0 == " " }.prefix { $0.isNumber }) ?? 1) }

    /// Whether width and height are swapped.
    package var isTurned: Bool { number >= 5 }

    /// Returns the size of the upright picture.
    package func size(of stored: PixelSize) -> PixelSize {
        isTurned ? PixelSize(width: stored.height, height: stored.width) : stored
    }

    /// Returns the upright picture.
    package func applied(to stored: PixelBuffer) -> PixelBuffer {
        guard self != .upright else { return stored }
        let upright = PixelBuffer(size: size(of: stored.size), hasAlpha: stored.hasAlpha)
        let (lastColumn, lastRow) = (stored.size.width - 1, stored.size.height - 1)
        // The offset of the stored pixel that is displayed at the top left, and the steps to
        // the next pixel in a displayed row and column, in bytes.
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
