import Frames

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
