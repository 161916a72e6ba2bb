package import Frames

/// Converts straight alpha to premultiplied alpha, as Cairo uses it.
///
/// ``StraightAlpha`` converts back.
package enum MultipliedAlpha {
    /// Premultiplies pixels in place, rounding to nearest.
    package static func apply(to pixels: PixelBuffer) {
        pixels.withMutableBytes { bytes in
            for row in 0..<pixels.size.height {
                for column in 0..<pixels.size.width {
                    let place = row * pixels.stride + column * 4
                    let pixel = UInt32(littleEndian: bytes.load(fromByteOffset: place, as: UInt32.self))
                    if pixel >> 24 == 255 { continue }
                    bytes.storeBytes(of: multiplied(pixel).littleEndian, toByteOffset: place, as: UInt32.self)
                }
            }
        }
    }

    /// Premultiplies one pixel, whose alpha is in the highest byte.
    package static func multiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        func channel(_ shift: UInt32) -> UInt32 { (((pixel >> shift & 0xff) * alpha + 127) / 255) << shift }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }
}
