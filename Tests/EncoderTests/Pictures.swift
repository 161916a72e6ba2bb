import Frames
import Testing

/// Creates synthetic pictures.
struct Pictures {
    let pool: PixelBufferPool

    init(_ size: PixelSize, capacity: Int = 8, hasAlpha: Bool = false) {
        pool = PixelBufferPool(size: size, capacity: capacity, hasAlpha: hasAlpha)
    }

    /// Creates a picture from a function of column and row.
    ///
    /// The function returns 0xRRGGBB, or 0xAARRGGBB premultiplied.
    func picture(_ color: (Int, Int) -> UInt32) throws -> PixelBuffer {
        let buffer = try #require(pool.take())
        unsafe buffer.withMutableBytes { bytes in
            for row in 0..<buffer.size.height {
                for column in 0..<buffer.size.width {
                    unsafe bytes.storeBytes(
                        of: color(column, row), toByteOffset: row * buffer.stride + column * 4, as: UInt32.self)
                }
            }
        }
        return buffer
    }

    /// A picture of one color.
    func flat(_ color: UInt32) throws -> PixelBuffer { try picture { _, _ in color } }

    /// Creates a picture with some detail that differs for each index.
    func moving(_ index: Int) throws -> PixelBuffer {
        try picture { column, row in
            let wave = UInt32((column * 3 + index * 5) & 0xff)
            return wave << 16 | UInt32((row * 4) & 0xff) << 8 | UInt32((column ^ row ^ index) & 0xff)
        }
    }
}
