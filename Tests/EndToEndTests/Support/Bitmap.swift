import Foundation

/// Creates pictures without a tool.
enum Bitmap {
    /// A BMP file with 24 bits per pixel.
    ///
    /// - Parameter color: The color at a column and row, as 0xRRGGBB.
    static func data(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> UInt32) -> Data {
        let stride = (width * 3 + 3) / 4 * 4
        var data = Data("BM".utf8)
        func append<Number: FixedWidthInteger>(_ number: Number) {
            unsafe withUnsafeBytes(of: number.littleEndian) { unsafe data.append(contentsOf: $0) }
        }
        for value in [54 + stride * height, 0, 54, 40, width, height] { append(UInt32(value)) }
        append(UInt16(1))
        append(UInt16(24))
        for value in [0, stride * height, 2835, 2835, 0, 0] { append(UInt32(value)) }
        // The lowest row comes first.
        for y in (0..<height).reversed() {
            for x in 0..<width {
                let value = color(x, y)
                data.append(contentsOf: [UInt8(value & 0xff), UInt8(value >> 8 & 0xff), UInt8(value >> 16 & 0xff)])
            }
            data.append(contentsOf: [UInt8](repeating: 0, count: stride - width * 3))
        }
        return data
    }

    /// A picture of one color.
    static func flat(_ color: UInt32, width: Int = 64, height: Int = 48) -> Data {
        data(width: width, height: height) { _, _ in color }
    }

    /// Noise, which does not compress; different for each seed.
    static func noise(width: Int, height: Int, seed: UInt32) -> Data {
        var state = seed | 1
        return data(width: width, height: height) { _, _ in
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return state & 0xff_ffff
        }
    }
}
