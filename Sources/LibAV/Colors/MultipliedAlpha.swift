package import Frames

/// Multiplies colours by their alpha, as Cairo has them; the way back is
/// ``StraightAlpha``.
package enum MultipliedAlpha {
    /// Multiplies in place, to the nearest number.
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

    /// A pixel, alpha in its highest byte.
    package static func multiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        func channel(_ shift: UInt32) -> UInt32 { (((pixel >> shift & 0xff) * alpha + 127) / 255) << shift }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }
}
