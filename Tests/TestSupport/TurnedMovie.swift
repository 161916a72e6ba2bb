import Foundation

/// Creates movies like those that phones record when held sideways.
package enum TurnedMovie {
    /// A file without a video track, or with unexpected boxes.
    package struct NoPictures: Error {}

    /// Writes a copy of a QuickTime or MP4 file that players rotate.
    ///
    /// The copy has another matrix in the track header (ISO/IEC 14496-12, 8.3.2). ffmpeg cannot
    /// write it portably: up to 5.1 it accepted a `rotate` tag, from 6.0 on only
    /// `-display_rotation`.
    ///
    /// - Parameter quarters: Counterclockwise rotations by 90 degrees, 0 to 3.
    package static func write(_ path: String, of source: String, quarters: Int) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: source))
        guard let matrix = matrix(in: data) else { throw NoPictures() }
        // In 16.16 fixed point, like the matrix except its last column.
        let (width, height) = (number(data, at: matrix + 36), number(data, at: matrix + 40))
        let (one, minusOne) = (UInt32(0x1_0000), UInt32(0xffff_0000))
        let (a, b, c, d, x, y): (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) =
            switch quarters {
            case 1: (0, minusOne, one, 0, 0, width)
            case 2: (minusOne, 0, 0, minusOne, width, height)
            case 3: (0, one, minusOne, 0, height, 0)
            default: (one, 0, 0, one, 0, 0)
            }
        for (index, value) in [a, b, 0, c, d, 0, x, y, 0x4000_0000].enumerated() {
            unsafe withUnsafeBytes(of: value.bigEndian) {
                unsafe data.replaceSubrange(matrix + 4 * index..<matrix + 4 * index + 4, with: $0)
            }
        }
        try data.write(to: URL(fileURLWithPath: path))
    }

    /// The offset of the matrix of the first track with a size.
    private static func matrix(in data: Data) -> Int? {
        guard let index = data.range(of: Data("moov".utf8), options: .backwards) else { return nil }
        var rest = index.upperBound..<data.endIndex
        while let type = data.range(of: Data("tkhd".utf8), in: rest), type.upperBound < data.endIndex {
            // Version 1 has 64-bit times and duration.
            let matrix = type.upperBound + (data[type.upperBound] == 1 ? 52 : 40)
            guard matrix + 44 <= data.endIndex else { return nil }
            if number(data, at: matrix + 36) > 0 { return matrix }
            rest = type.upperBound..<data.endIndex
        }
        return nil
    }

    private static func number(_ data: Data, at offset: Int) -> UInt32 {
        data[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
