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

/// Reduces many colors to a small palette.
///
/// The group with the largest variance is split in two along its widest channel, again and
/// again (P. Heckbert, "Color image quantization for frame buffer display", SIGGRAPH 1982, with
/// variance instead of extent and mean instead of median). A few rounds of k-means then refine
/// the groups.
enum MedianCut {
    /// A group of colors.
    private struct Group {
        var colors: ArraySlice<WeightedColor>
        var mean: SIMD3<Float>
        /// The sum of the squared distances from the mean, in each channel.
        var spread: SIMD3<Float>

        init(_ colors: ArraySlice<WeightedColor>) {
            self.colors = colors
            mean = MedianCut.mean(of: colors)
            var spread = SIMD3<Float>()
            for color in colors {
                let distance = color.channels - mean
                spread += distance * distance * color.weight
            }
            self.spread = spread
        }
    }

    /// Rounds of k-means.
    private static let rounds = 3

    /// Chooses at most `count` colors, each `0x00RRGGBB`.
    ///
    /// - Parameters:
    ///   - colors: The colors and their weights.
    ///   - count: The largest number of colors to return.
    static func palette(of colors: [WeightedColor], count: Int) -> [UInt32] {
        guard !colors.isEmpty else { return [0] }
        var groups = [Group(colors[...])]
        while groups.count < count {
            guard let widest = groups.indices.max(by: { groups[$0].spread.sum() < groups[$1].spread.sum() }),
                groups[widest].spread.sum() > 0
            else { break }
            let (low, high) = split(groups[widest])
            groups[widest] = low
            groups.append(high)
        }
        var means = groups.map(\.mean)
        // With one group per color there is nothing to refine.
        if groups.count < colors.count {
            for _ in 0..<rounds { means = evened(means, colors) }
        }
        return Array(Set(means.map(packed))).sorted()
    }

    private static func split(_ group: Group) -> (Group, Group) {
        var axis = 0
        for channel in 1...2 where group.spread[channel] > group.spread[axis] { axis = channel }
        var colors = Array(group.colors)
        let border = colors.partition { $0.channels[axis] > group.mean[axis] }
        // Rounding may put the mean on the largest value.
        let cut = min(max(border, 1), colors.count - 1)
        if cut != border { colors.sort { $0.channels[axis] < $1.channels[axis] } }
        return (Group(colors[..<cut]), Group(colors[cut...]))
    }

    private static func evened(_ means: [SIMD3<Float>], _ colors: [WeightedColor]) -> [SIMD3<Float>] {
        var members = [(sum: SIMD3<Float>, weight: Float)](repeating: (SIMD3(), 0), count: means.count)
        for color in colors {
            let index = nearest(to: color.channels, in: means)
            members[index].sum += color.channels * color.weight
            members[index].weight += color.weight
        }
        return zip(means, members).map { mean, member in member.weight > 0 ? member.sum / member.weight : mean }
    }

    private static func nearest(to color: SIMD3<Float>, in means: [SIMD3<Float>]) -> Int {
        var best = (index: 0, distance: Float.infinity)
        for index in means.indices {
            let difference = means[index] - color
            let distance = (difference * difference).sum()
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }

    private static func mean(of colors: ArraySlice<WeightedColor>) -> SIMD3<Float> {
        guard let first = colors.first else { return SIMD3() }
        // Summing differences from the first color keeps the mean of equal colors exact.
        var (offset, weight) = (SIMD3<Float>(), Float(0))
        for color in colors {
            offset += (color.channels - first.channels) * color.weight
            weight += color.weight
        }
        return first.channels + offset / weight
    }

    private static func packed(_ color: SIMD3<Float>) -> UInt32 {
        func channel(_ value: Float) -> UInt32 { UInt32(min(max(value.rounded(), 0), 255)) }
        return channel(color.x) << 16 | channel(color.y) << 8 | channel(color.z)
    }
}

/// A color and the number of pixels that have it.
struct WeightedColor {
    /// Red, green and blue, from 0 to 255.
    var channels: SIMD3<Float>
    /// The number of pixels; positive.
    var weight: Float
}

/// Maps pixels to palette entries, with ordered dithering.
///
/// Colors close to a palette entry stay flat. Others alternate between neighboring entries in a
/// fixed 8x8 pattern, so still areas do not flicker.
struct PaletteMap {
    /// The palette's colors, each `0x00RRGGBB`.
    let palette: [UInt32]
    /// Squared distance up to which a color counts as a palette color.
    private static let evenDistance = 3 * 3 * 3
    /// The nearest entry for each histogram cell; -1 if not yet computed.
    private var entries = [Int16](repeating: -1, count: ColorHistogram.cellCount)

    /// Creates a map for a palette of at most 256 colors.
    init(_ palette: [UInt32]) { self.palette = palette }

    /// Writes a picture's palette entries, row by row.
    ///
    /// - Parameters:
    ///   - pixels: The picture.
    ///   - target: Receives one byte per pixel.
    ///   - stride: Bytes from row to row of `target`.
    mutating func map(_ pixels: PixelBuffer, into target: UnsafeMutablePointer<UInt8>, stride: Int) {
        unsafe pixels.withBytes { bytes in
            for row in 0..<pixels.size.height {
                for column in 0..<pixels.size.width {
                    let pixel = unsafe UInt32(
                        littleEndian: bytes.load(fromByteOffset: row * pixels.stride + column * 4, as: UInt32.self))
                    unsafe target[row * stride + column] = entry(for: pixel, column, row)
                }
            }
        }
    }

    private mutating func entry(for pixel: UInt32, _ column: Int, _ row: Int) -> UInt8 {
        let even = nearest(to: pixel)
        if Self.distance(palette[Int(even)], pixel) <= Self.evenDistance { return even }
        return nearest(to: Self.moved(pixel, by: Self.offset(column, row)))
    }

    private mutating func nearest(to pixel: UInt32) -> UInt8 {
        let cell = ColorHistogram.cell(of: pixel)
        let known = entries[cell]
        if known >= 0 { return UInt8(known) }
        var best = (index: 0, distance: Int.max)
        for index in palette.indices {
            let distance = Self.distance(palette[index], pixel)
            if distance < best.distance { best = (index, distance) }
        }
        entries[cell] = Int16(best.index)
        return UInt8(best.index)
    }

    private static func distance(_ first: UInt32, _ second: UInt32) -> Int {
        func square(_ shift: UInt32) -> Int {
            let difference = Int(first >> shift & 0xff) - Int(second >> shift & 0xff)
            return difference * difference
        }
        return square(16) + square(8) + square(0)
    }

    private static func moved(_ pixel: UInt32, by offset: Int) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            UInt32(min(max(Int(pixel >> shift & 0xff) + offset, 0), 255)) << shift
        }
        return channel(16) | channel(8) | channel(0)
    }

    /// Returns the dithering offset for a pixel, from -8 to 7.
    ///
    /// An 8x8 Bayer matrix: the bits of column and row, interleaved and reversed (Bayer, "An
    /// optimum method for two-level rendition of continuous-tone pictures", ICC 1973).
    private static func offset(_ column: Int, _ row: Int) -> Int {
        let mixed = column ^ row
        let index =
            (mixed & 1) << 5 | (row & 1) << 4 | (mixed & 2) << 2 | (row & 2) << 1 | (mixed & 4) >> 1 | (row & 4) >> 2
        return index / 4 - 8
    }
}
