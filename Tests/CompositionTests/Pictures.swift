import Frames

/// Makes pictures and looks at their pixels.
extension PixelBuffer {
    /// A picture whose pixels a function of column and row gives, as 0xRRGGBB,
    /// or 0xAARRGGBB with the colours multiplied by the alpha.
    convenience init(width: Int, height: Int, hasAlpha: Bool = false, _ pixel: (Int, Int) -> UInt32) {
        self.init(size: PixelSize(width: width, height: height), hasAlpha: hasAlpha)
        withMutableBytes { bytes in
            for row in 0..<height {
                for column in 0..<width {
                    bytes.storeBytes(of: pixel(column, row), toByteOffset: row * stride + column * 4, as: UInt32.self)
                }
            }
        }
    }

    /// A pixel: without its fourth byte if the picture is opaque.
    subscript(x: Int, y: Int) -> UInt32 {
        let pixel = withBytes { $0.load(fromByteOffset: y * stride + x * 4, as: UInt32.self) }
        return hasAlpha ? pixel : pixel & 0xff_ffff
    }

    /// A row of pixels.
    func row(_ y: Int) -> [UInt32] { (0..<size.width).map { self[$0, y] } }

    /// All pixels, row by row.
    var all: [UInt32] { (0..<size.height).flatMap(row) }
}
