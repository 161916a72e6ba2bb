public import Frames
import Glibc

/// A comparison of a new picture with a reference, pixel by pixel.
///
/// Colors are compared with premultiplied alpha, so that invisible differences do not count.
public struct PictureComparison: Sendable {
    /// The difference between the pictures.
    public let difference: PictureDifference

    private let kept: PixelBuffer
    /// Whether each pixel differs, row by row, in the smallest size that contains both pictures.
    private let isDifferent: [Bool]
    private let size: PixelSize

    /// Compares two pictures.
    ///
    /// - Parameters:
    ///   - new: The new picture.
    ///   - kept: The reference.
    ///   - tolerance: The accepted difference per channel; its share of pixels is not used here.
    ///   - ignored: Parts of the pictures that are not compared.
    public init(
        _ new: PixelBuffer, with kept: PixelBuffer, tolerance: PictureTolerance = PictureTolerance(),
        ignoring ignored: [PixelBox] = []
    ) {
        let size = PixelSize(
            width: max(new.size.width, kept.size.width), height: max(new.size.height, kept.size.height))
        let common = (
            width: min(new.size.width, kept.size.width), height: min(new.size.height, kept.size.height)
        )
        var isDifferent = [Bool](repeating: false, count: size.width * size.height)
        var (largest, count) = (0, 0)
        var columns: ClosedRange<Int>?
        var rows: ClosedRange<Int>?
        func note(_ column: Int, _ row: Int) {
            isDifferent[row * size.width + column] = true
            count += 1
            columns = columns.map { min($0.lowerBound, column)...max($0.upperBound, column) } ?? column...column
            rows = rows.map { min($0.lowerBound, row)...max($0.upperBound, row) } ?? row...row
        }
        unsafe new.withBytes { newBytes in
            unsafe kept.withBytes { keptBytes in
                for row in 0..<common.height
                where unsafe !Self.isSame(newBytes, new, keptBytes, kept, row, common.width) {
                    for column in 0..<common.width {
                        let first = unsafe Self.pixel(newBytes, row * new.stride + column * 4, new.hasAlpha)
                        let second = unsafe Self.pixel(keptBytes, row * kept.stride + column * 4, kept.hasAlpha)
                        if first == second { continue }
                        if ignored.contains(where: { $0.columns.contains(column) && $0.rows.contains(row) }) {
                            continue
                        }
                        let distance = Self.distance(first, second)
                        largest = max(largest, distance)
                        if distance > tolerance.channel { note(column, row) }
                    }
                }
            }
        }
        for row in 0..<size.height {
            let isIn = { (picture: PixelBuffer, column: Int) in
                row < picture.size.height && column < picture.size.width
            }
            for column in (row < common.height ? common.width : 0)..<size.width
            where isIn(new, column) || isIn(kept, column) { note(column, row) }
        }
        let pixels =
            new.size.width * new.size.height + kept.size.width * kept.size.height - common.width * common.height
        var box: PixelBox?
        if let columns, let rows { box = PixelBox(columns: columns, rows: rows) }
        difference = PictureDifference(
            size: new.size, keptSize: kept.size, differentPixels: count, pixels: pixels, largest: largest, box: box)
        self.kept = kept
        self.isDifferent = isDifferent
        self.size = size
    }

    /// Draws the differences: the reference in pale gray, different pixels in red, a blue frame around them.
    public func picture() -> PixelBuffer {
        let pixels = PixelBuffer(size: size)
        unsafe pixels.withMutableBytes { bytes in
            func paint(_ column: Int, _ row: Int, _ color: UInt32) {
                unsafe bytes.storeBytes(
                    of: color.littleEndian, toByteOffset: row * pixels.stride + column * 4, as: UInt32.self)
            }
            for row in 0..<size.height {
                for column in 0..<size.width {
                    paint(column, row, isDifferent[row * size.width + column] ? Self.red : pale(column, row))
                }
            }
            guard let box = difference.box else { return }
            // Around the different pixels, as far as the picture extends.
            let columns = box.columns.lowerBound - 1...box.columns.upperBound + 1
            let rows = box.rows.lowerBound - 1...box.rows.upperBound + 1
            for row in rows where (0..<size.height).contains(row) {
                let isEdge = row == rows.lowerBound || row == rows.upperBound
                for column in columns where (0..<size.width).contains(column) {
                    if isEdge || column == columns.lowerBound || column == columns.upperBound {
                        paint(column, row, Self.blue)
                    }
                }
            }
        }
        return pixels
    }

    private static let red: UInt32 = 0xffe6_0000
    private static let blue: UInt32 = 0xff00_50ff

    /// A pixel of the reference over white, in gray at a quarter of its darkness.
    private func pale(_ column: Int, _ row: Int) -> UInt32 {
        guard column < kept.size.width, row < kept.size.height else { return 0xffff_ffff }
        let pixel = unsafe kept.withBytes { unsafe Self.pixel($0, row * kept.stride + column * 4, kept.hasAlpha) }
        let white = 255 - Int(pixel >> 24)
        let (red, green, blue) = (Int(pixel >> 16 & 0xff), Int(pixel >> 8 & 0xff), Int(pixel & 0xff))
        // The luma, with BT.709 weights in thousandths.
        let luma = min(255, (red * 213 + green * 715 + blue * 72) / 1000 + white)
        return 0xff00_0000 | UInt32(255 - (255 - luma) / 4) * 0x01_01_01
    }

    /// Whether the bytes of a row are identical, which is the common case.
    private static func isSame(
        _ newBytes: UnsafeRawBufferPointer, _ new: PixelBuffer, _ keptBytes: UnsafeRawBufferPointer,
        _ kept: PixelBuffer, _ row: Int, _ width: Int
    ) -> Bool {
        guard new.hasAlpha == kept.hasAlpha, let first = newBytes.baseAddress, let second = keptBytes.baseAddress
        else { return false }
        return unsafe memcmp(first + row * new.stride, second + row * kept.stride, width * 4) == 0
    }

    /// The alpha, red, green and blue of a pixel, from the highest byte down.
    private static func pixel(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _ hasAlpha: Bool) -> UInt32 {
        let pixel = unsafe UInt32(littleEndian: bytes.load(fromByteOffset: offset, as: UInt32.self))
        return hasAlpha ? pixel : pixel | 0xff00_0000
    }

    /// The largest difference of a channel.
    private static func distance(_ first: UInt32, _ second: UInt32) -> Int {
        var largest = 0
        for shift: UInt32 in [0, 8, 16, 24] {
            largest = max(largest, abs(Int(first >> shift & 0xff) - Int(second >> shift & 0xff)))
        }
        return largest
    }
}

/// The difference between two pictures.
public struct PictureDifference: Sendable, Hashable {
    /// The size of the new picture.
    public let size: PixelSize
    /// The size of the reference.
    public let keptSize: PixelSize
    /// The number of different pixels, including those that only one picture has.
    public let differentPixels: Int
    /// The number of pixels in the union of both pictures.
    public let pixels: Int
    /// The largest difference of a channel where the pictures overlap, from 0 to 255, regardless of the tolerance.
    public let largest: Int
    /// The bounding box of the different pixels; `nil` if missing.
    public let box: PixelBox?

    /// The share of different pixels, from 0 to 1.
    public var share: Double { Double(differentPixels) / Double(pixels) }

    /// Whether the pictures match.
    ///
    /// They must have the same size, and the share of different pixels must be within the
    /// tolerance.
    public func isWithin(_ tolerance: PictureTolerance) -> Bool { size == keptSize && share <= tolerance.share }
}

/// The accepted difference between two pictures.
public struct PictureTolerance: Sendable, Hashable {
    /// The largest accepted difference of a channel, from 0 to 255.
    ///
    /// A pixel counts as different above it.
    public var channel: Int
    /// The largest accepted share of different pixels, from 0 to 1.
    public var share: Double

    /// Creates a tolerance (default: exact equality).
    public init(channel: Int = 0, share: Double = 0) {
        precondition((0...255).contains(channel) && (0...1).contains(share), "a tolerance out of range")
        self.channel = channel
        self.share = share
    }
}

/// A rectangle of whole pixels in a picture.
public struct PixelBox: Sendable, Hashable {
    /// The columns, counted from the left; at least one.
    public var columns: ClosedRange<Int>
    /// The rows, counted from the top; at least one.
    public var rows: ClosedRange<Int>

    /// Creates a box.
    public init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        self.columns = columns
        self.rows = rows
    }
}
