import Frames

/// How often colours occur in pictures, and which 255 stand for them best.
///
/// Colours are counted in cells of four steps in each channel, each with the
/// mean of what fell into it; so the memory does not depend on the pictures.
struct ColorHistogram {
    /// Bits of each channel that tell cells apart.
    static let bits = 6
    private static let shift = 8 - bits
    static let cellCount = 1 << (3 * bits)

    /// What fell into a cell.
    private struct Cell {
        var count: Float = 0
        var red: Float = 0
        var green: Float = 0
        var blue: Float = 0
    }

    private var cells = [Cell](repeating: Cell(), count: cellCount)

    /// The cell of a colour; red, green and blue from the third byte down.
    static func cell(of pixel: UInt32) -> Int {
        let red = Int(pixel >> 16 & 0xff) >> shift
        let green = Int(pixel >> 8 & 0xff) >> shift
        let blue = Int(pixel & 0xff) >> shift
        return red << (2 * bits) | green << bits | blue
    }

    /// Counts a picture's colours.
    mutating func add(_ pixels: PixelBuffer) {
        // Single precision counts this far without losing ones; from then on
        // what is rare is rounded away.
        cells.withUnsafeMutableBufferPointer { cells in
            pixels.withBytes { bytes in
                for row in 0..<pixels.size.height {
                    for column in 0..<pixels.size.width {
                        let pixel = UInt32(
                            littleEndian: bytes.load(
                                fromByteOffset: row * pixels.stride + column * 4, as: UInt32.self))
                        let index = Self.cell(of: pixel)
                        // The running mean stays exact where all are the same.
                        let count = cells[index].count + 1
                        cells[index].count = count
                        cells[index].red += (Float(pixel >> 16 & 0xff) - cells[index].red) / count
                        cells[index].green += (Float(pixel >> 8 & 0xff) - cells[index].green) / count
                        cells[index].blue += (Float(pixel & 0xff) - cells[index].blue) / count
                    }
                }
            }
        }
    }

    /// The colours that stand for all, at most so many; red, green and blue
    /// from the third byte down.
    func palette(count: Int) -> [UInt32] {
        var colors: [WeightedColor] = []
        for cell in cells where cell.count > 0 {
            colors.append(
                WeightedColor(channels: SIMD3(cell.red, cell.green, cell.blue), weight: cell.count))
        }
        return MedianCut.palette(of: colors, count: count)
    }
}
