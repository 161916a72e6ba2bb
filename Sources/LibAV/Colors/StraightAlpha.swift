/// Divides colours by their alpha, by which Cairo multiplies them.
package enum StraightAlpha {
    /// What a colour is multiplied by for each alpha, in 16.16 fixed point.
    private static let factors: [UInt32] = (0...255).map(factor)

    private static func factor(_ alpha: UInt32) -> UInt32 {
        let whole: UInt32 = 255 << 16
        return alpha == 0 ? 0 : (whole + alpha / 2) / alpha
    }

    /// Copies a row of pixels, blue, green, red and alpha in the order of
    /// bytes, and divides each.
    ///
    /// - Parameter count: Pixels in the row.
    package static func copyRow(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, count: Int) {
        factors.withUnsafeBufferPointer { factors in
            for column in 0..<count {
                let pixel = UInt32(littleEndian: source.load(fromByteOffset: column * 4, as: UInt32.self))
                target.storeBytes(
                    of: straight(pixel, factors).littleEndian, toByteOffset: column * 4, as: UInt32.self)
            }
        }
    }

    private static func straight(_ pixel: UInt32, _ factors: UnsafeBufferPointer<UInt32>) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        // A colour is never above its alpha, so that nothing overflows.
        let factor = factors[Int(alpha)]
        func channel(_ shift: UInt32) -> UInt32 {
            let value = min(pixel >> shift & 0xff, alpha)
            return min(255, (value * factor + 32_768) >> 16) << shift
        }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }
}
