private import CPixels
package import Frames

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
