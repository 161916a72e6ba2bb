import CLibAV
private import CPixels
package import Frames

/// Converts premultiplied alpha, as Cairo uses it, to straight alpha.
package enum StraightAlpha {
    /// The factor for each alpha value, 255 / alpha, in 16.16 fixed point.
    private static let factors: [UInt32] = (0...255).map(factor)

    private static func factor(_ alpha: UInt32) -> UInt32 {
        let whole: UInt32 = 255 << 16
        return alpha == 0 ? 0 : (whole + alpha / 2) / alpha
    }

    /// Copies a row of BGRA pixels, converting each to straight alpha.
    ///
    /// - Parameters:
    ///   - source: The row to read.
    ///   - target: The row to write.
    ///   - count: Pixels in the row.
    package static func copyRow(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, count: Int) {
        unsafe factors.withUnsafeBufferPointer { factors in
            for column in 0..<count {
                let pixel = unsafe UInt32(littleEndian: source.load(fromByteOffset: column * 4, as: UInt32.self))
                unsafe target.storeBytes(
                    of: straight(pixel, factors).littleEndian, toByteOffset: column * 4, as: UInt32.self)
            }
        }
    }

    private static func straight(_ pixel: UInt32, _ factors: UnsafeBufferPointer<UInt32>) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        // Clamping a color to its alpha prevents an overflow.
        let factor = unsafe factors[Int(alpha)]
        func channel(_ shift: UInt32) -> UInt32 {
            let value = min(pixel >> shift & 0xff, alpha)
            return min(255, (value * factor + 32_768) >> 16) << shift
        }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }
}

/// Converts straight alpha to premultiplied alpha, as Cairo uses it.
///
/// ``StraightAlpha`` converts back.
package enum PremultipliedAlpha {
    /// Premultiplies pixels in place, rounding to nearest.
    package static func apply(to pixels: PixelBuffer) {
        let (stride, size) = (pixels.stride, pixels.size)
        unsafe pixels.withMutableBytes { bytes in
            unsafe composition_multiply_by_alpha(
                composition_picture(
                    pixels: bytes.bindMemory(to: UInt32.self).baseAddress, stride: stride, width: size.width,
                    height: size.height, is_opaque: false))
        }
    }
}
