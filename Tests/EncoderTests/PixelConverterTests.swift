import Frames
import TestSupport
import Testing

@testable import Encoder

@Suite("Conversion of what has changed")
struct PixelConverterTests {
    private func picture(_ size: PixelSize, seed: UInt64) -> PixelBuffer {
        var generator = SplitMix(seed: seed)
        let picture = PixelBuffer(size: size)
        unsafe picture.withMutableBytes { bytes in
            for index in bytes.indices { unsafe bytes[index] = UInt8(truncatingIfNeeded: generator.next()) }
        }
        return picture
    }

    /// A copy with other pixels in some rows.
    private func changed(_ picture: PixelBuffer, in rows: Range<Int>) -> PixelBuffer {
        let copy = picture.copy()
        unsafe copy.withMutableBytes { bytes in
            for index in rows.lowerBound * copy.stride..<rows.upperBound * copy.stride { unsafe bytes[index] ^= 0x5a }
        }
        return copy
    }

    private func planes(_ converter: PixelConverter) -> [[UInt8]] {
        let size = converter.videoSize
        let half = PlaneShape(width: size.width / 2, height: size.height / 2, bytesPerSample: 1)
        let whole = PlaneShape(width: size.width, height: size.height, bytesPerSample: 1)
        return converter.planes([whole, half, half]).map(\.bytes)
    }

    @Test("The result is that of a whole conversion", arguments: [(64, 36), (37, 21), (2, 2), (1, 1)])
    func parts(width: Int, height: Int) throws {
        let size = PixelSize(width: width, height: height)
        let first = picture(size, seed: 1)
        for top in 0..<height {
            for bottom in top...height {
                let second = changed(first, in: top..<bottom)
                let (converter, witness) = (
                    try PixelConverter(frameSize: size), try PixelConverter(frameSize: size)
                )
                try converter.convert(first)
                try converter.convert(second, PictureChanges(from: first.id, in: RangeSet(top..<bottom)))
                try witness.convert(second)
                #expect(planes(converter).elementsEqual(planes(witness)), "rows \(top) to \(bottom)")
            }
        }
    }

    @Test("Only the rows that are named are read")
    func named() throws {
        let size = PixelSize(width: 64, height: 36)
        let first = picture(size, seed: 1)
        let converter = try PixelConverter(frameSize: size)
        try converter.convert(first)
        let before = planes(converter)[0]
        try converter.convert(
            changed(first, in: 0..<36), PictureChanges(from: first.id, in: RangeSet([4..<4, 10..<12, 31..<32])))
        let after = planes(converter)[0]
        let differing = (0..<36).filter { row in
            before[row * 64..<(row + 1) * 64] != after[row * 64..<(row + 1) * 64]
        }
        // Chroma has one row for two.
        #expect(differing == [10, 11, 30, 31])
    }

    @Test("Changes since another picture than the last one count for nothing")
    func otherBase() throws {
        let size = PixelSize(width: 64, height: 36)
        let (first, second) = (picture(size, seed: 1), picture(size, seed: 2))
        let third = changed(first, in: 4..<6)
        let (converter, witness) = (try PixelConverter(frameSize: size), try PixelConverter(frameSize: size))
        try converter.convert(first)
        try converter.convert(second)
        try converter.convert(third, PictureChanges(from: first.id, in: RangeSet(4..<6)))
        try witness.convert(third)
        #expect(planes(converter).elementsEqual(planes(witness)))
    }
}
