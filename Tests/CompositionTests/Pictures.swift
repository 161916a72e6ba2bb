import Composition
import Frames

/// Creates pictures and reads their pixels.
extension PixelBuffer {
    /// Creates a picture from a function of column and row.
    ///
    /// The function returns 0xRRGGBB, or 0xAARRGGBB premultiplied.
    convenience init(width: Int, height: Int, hasAlpha: Bool = false, _ pixel: (Int, Int) -> UInt32) {
        self.init(size: PixelSize(width: width, height: height), hasAlpha: hasAlpha)
        unsafe withMutableBytes { bytes in
            for row in 0..<height {
                for column in 0..<width {
                    unsafe bytes.storeBytes(
                        of: pixel(column, row), toByteOffset: row * stride + column * 4, as: UInt32.self)
                }
            }
        }
    }

    /// Returns a pixel; its fourth byte is omitted if the picture is opaque.
    subscript(x: Int, y: Int) -> UInt32 {
        let pixel = unsafe withBytes { unsafe $0.load(fromByteOffset: y * stride + x * 4, as: UInt32.self) }
        return hasAlpha ? pixel : pixel & 0xff_ffff
    }

    /// A row of pixels.
    func row(_ y: Int) -> [UInt32] { (0..<size.width).map { self[$0, y] } }

    /// All pixels, row by row.
    var all: [UInt32] { (0..<size.height).flatMap(row) }

    /// The picture drawn over a canvas of another size.
    func stretched(width: Int, height: Int) -> PixelBuffer {
        let canvas = Canvas(PixelBuffer(size: PixelSize(width: width, height: height)))
        canvas.draw(self, stretchedTo: PixelRectangle(x: 0, y: 0, width: width, height: height))
        return canvas.pixels
    }
}
