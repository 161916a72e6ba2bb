import Frames

/// Gives each pixel its place in a palette.
///
/// Colours that the palette has stay even; between them the two neighbours
/// alternate in a fixed pattern of 8x8 pixels, so that what does not move does
/// not flicker.
struct PaletteMap {
    /// Red, green and blue of each entry, from the third byte down.
    let palette: [UInt32]
    /// Squared distances up to which a colour counts as the palette's own.
    private static let evenDistance = 3 * 3 * 3
    /// The nearest entry of each cell of colours, or -1 where it is not known.
    private var entries = [Int16](repeating: -1, count: ColorHistogram.cellCount)

    /// The map of a palette of at most 256 colours.
    init(_ palette: [UInt32]) { self.palette = palette }

    /// Writes a picture's entries, row by row.
    ///
    /// - Parameter stride: Bytes from row to row of the result.
    mutating func map(_ pixels: PixelBuffer, into target: UnsafeMutablePointer<UInt8>, stride: Int) {
        pixels.withBytes { bytes in
            for row in 0..<pixels.size.height {
                for column in 0..<pixels.size.width {
                    let pixel = UInt32(
                        littleEndian: bytes.load(fromByteOffset: row * pixels.stride + column * 4, as: UInt32.self))
                    target[row * stride + column] = entry(for: pixel, column, row)
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

    /// The pattern's step at a place, from -8 to 7.
    ///
    /// The bits of the column and the row, mixed and reversed (Bayer, "An
    /// optimum method for two-level rendition of continuous-tone pictures",
    /// ICC 1973).
    private static func offset(_ column: Int, _ row: Int) -> Int {
        let mixed = column ^ row
        let index =
            (mixed & 1) << 5 | (row & 1) << 4 | (mixed & 2) << 2 | (row & 2) << 1 | (mixed & 4) >> 1 | (row & 4) >> 2
        return index / 4 - 8
    }
}
