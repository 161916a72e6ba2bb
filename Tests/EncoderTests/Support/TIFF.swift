import Foundation

/// RGB files in TIFF (TIFF 6.0, 2).
enum TIFF {
    /// An entry of the file's directory.
    enum Entry {
        /// 16-bit numbers.
        case shorts(Int, [Int])
        /// Bytes of no type.
        case bytes(Int, [UInt8])
        /// The pixels, in one strip.
        case strip([UInt8])
        /// The pixels, in tiles of a size (15).
        case tiles(width: Int, height: Int, [[UInt8]])

        /// The tags with their types and values, of bytes.
        fileprivate var fields: [(tag: Int, type: Int, count: Int, value: [UInt8], parts: [[UInt8]])] {
            switch self {
            case .shorts(let tag, let values): [(tag, 3, values.count, values.flatMap { number($0, 2) }, [])]
            case .bytes(let tag, let value): [(tag, 7, value.count, value, [])]
            case .strip(let pixels):
                [(273, 4, 1, [], [pixels]), (279, 4, 1, number(pixels.count, 4), [])]
            case .tiles(let width, let height, let tiles):
                [
                    (322, 3, 1, number(width, 2), []), (323, 3, 1, number(height, 2), []),
                    (324, 4, tiles.count, [], tiles),
                    (325, 4, tiles.count, tiles.flatMap { number($0.count, 4) }, []),
                ]
            }
        }
    }

    /// Makes a file of pixels with three channels of 8 bits.
    ///
    /// - Parameter entries: Entries besides those for the size and the channels; of equal tags, these win.
    static func data(width: Int, height: Int, _ entries: [Entry]) -> Data {
        let own = entries.flatMap(\.fields)
        let basis: [Entry] = [
            .shorts(256, [width]), .shorts(257, [height]), .shorts(258, [8, 8, 8]), .shorts(259, [1]),
            .shorts(262, [2]),
            .shorts(277, [3]), .shorts(278, [height]),
        ]
        let fields =
            (own + basis.flatMap(\.fields).filter { field in !own.contains { $0.tag == field.tag } })
            .sorted { $0.tag < $1.tag }
        var contents: [UInt8] = []
        var directory = number(fields.count, 2)
        for field in fields {
            var value = field.value
            for part in field.parts {
                value += number(8 + contents.count, 4)
                contents += part
            }
            if value.count > 4 {
                let place = number(8 + contents.count, 4)
                contents += value
                value = place
            }
            directory += number(field.tag, 2) + number(field.type, 2) + number(field.count, 4)
            directory += value + [UInt8](repeating: 0, count: 4 - value.count)
        }
        return Data(
            Array("II".utf8) + number(42, 2) + number(8 + contents.count, 4) + contents + directory + number(0, 4))
    }

    private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(value >> (8 * $0) & 255) }
    }
}
