import Frames

/// Counts the colors of pictures and chooses a palette for them.
///
/// Each cell of the histogram spans four steps per channel and keeps the mean of its colors, so
/// memory use does not depend on the pictures. libavfilter's `palettegen` (5.1) counts every color
/// by itself: with photos it is 20 times as slow, and its memory grows with the length.
struct ColorHistogram {
    /// Bits of each channel that select a cell.
    static let bits = 6
    private static let shift = 8 - bits
    static let cellCount = 1 << (3 * bits)

    /// The pixels counted in one cell: their number and their mean color.
    private struct Cell {
        var count: Float = 0
        var red: Float = 0
        var green: Float = 0
        var blue: Float = 0
    }

    private var cells = [Cell](repeating: Cell(), count: cellCount)

    /// Returns the index of a color's cell; the pixel is `0x00RRGGBB`.
    static func cell(of pixel: UInt32) -> Int {
        let red = Int(pixel >> 16 & 0xff) >> shift
        let green = Int(pixel >> 8 & 0xff) >> shift
        let blue = Int(pixel & 0xff) >> shift
        return red << (2 * bits) | green << bits | blue
    }

    /// Counts a picture's colors.
    mutating func add(_ pixels: PixelBuffer) {
        // Single precision counts exactly up to 2^24; beyond that, rare colors are rounded
        // away.
        unsafe cells.withUnsafeMutableBufferPointer { cells in
            unsafe pixels.withBytes { bytes in
                for row in 0..<pixels.size.height {
                    for column in 0..<pixels.size.width {
                        let pixel = unsafe UInt32(
                            littleEndian: bytes.load(
                                fromByteOffset: row * pixels.stride + column * 4, as: UInt32.self))
                        let index = Self.cell(of: pixel)
                        // The running mean is exact when all colors of a cell are equal.
                        let count = unsafe cells[index].count + 1
                        unsafe cells[index].count = count
                        unsafe cells[index].red += (Float(pixel >> 16 & 0xff) - cells[index].red) / count
                        unsafe cells[index].green += (Float(pixel >> 8 & 0xff) - cells[index].green) / count
                        unsafe cells[index].blue += (Float(pixel & 0xff) - cells[index].blue) / count
                    }
                }
            }
        }
    }

    /// Returns a palette of at most `count` colors, each `0x00RRGGBB`.
    func palette(count: Int) -> [UInt32] {
        var colors: [WeightedColor] = []
        for cell in cells where cell.count > 0 {
            colors.append(
                WeightedColor(channels: SIMD3(cell.red, cell.green, cell.blue), weight: cell.count))
        }
        return MedianCut.palette(of: colors, count: count)
    }
}
