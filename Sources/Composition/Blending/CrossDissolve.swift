public import Frames

/// Mixes two pictures of one size.
public enum CrossDissolve {
    /// Makes each pixel a mixture of two.
    ///
    /// - Parameters:
    ///   - from: The picture at the beginning.
    ///   - to: The picture at the end.
    ///   - progress: How much of the second there is, from 0 to 1; a 256th of
    ///     it is the smallest step.
    ///   - target: Of the same size, with transparency if one of them has it.
    public static func mix(_ from: PixelBuffer, _ to: PixelBuffer, progress: Double, into target: PixelBuffer) {
        precondition(from.size == target.size && to.size == target.size, "pictures of one size are mixed")
        let weight = UInt64((min(max(progress, 0), 1) * 256).rounded())
        // Without transparency the fourth byte may be anything.
        let opaque = (from.hasAlpha ? 0 : UInt64(0xff00_0000), to.hasAlpha ? 0 : UInt64(0xff00_0000))
        let width = target.size.width
        from.withBytes { first in
            to.withBytes { second in
                target.withMutableBytes { mixed in
                    for row in 0..<target.size.height {
                        for column in 0..<width {
                            let a = first.load(fromByteOffset: row * from.stride + column * 4, as: UInt32.self)
                            let b = second.load(fromByteOffset: row * to.stride + column * 4, as: UInt32.self)
                            let pixel = pixel(
                                UInt64(UInt32(littleEndian: a)) | opaque.0, UInt64(UInt32(littleEndian: b)) | opaque.1,
                                weight)
                            mixed.storeBytes(
                                of: pixel.littleEndian, toByteOffset: row * target.stride + column * 4, as: UInt32.self)
                        }
                    }
                }
            }
        }
    }

    /// All four channels at once: each has 16 bits of a word to itself.
    private static func pixel(_ a: UInt64, _ b: UInt64, _ weight: UInt64) -> UInt32 {
        let channels: UInt64 = 0x00ff_00ff_00ff_00ff
        let spreadA = (a | a << 24) & channels
        let spreadB = (b | b << 24) & channels
        let sum = (spreadA * (256 - weight) + spreadB * weight + 0x0080_0080_0080_0080) >> 8 & channels
        return UInt32(truncatingIfNeeded: sum | sum >> 24)
    }
}
