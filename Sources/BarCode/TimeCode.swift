/// A 24-bit number as a row of black and white cells, with which a page displays a time.
///
/// White is 1. The cells are, in order: a white and a black reference, the number from its highest
/// bit, a 4-bit checksum, a black and a white reference. The checksum is the exclusive or of the
/// number's six 4-bit groups and binary 1010. It detects every single-bit error, and neither an
/// all-white nor an all-black row is valid.
package enum TimeCode {
    /// The number of cells of a code.
    package static let cells = 32

    /// Reads a code.
    ///
    /// - Parameter levels: The brightness of each cell, from 0 to 255.
    /// - Returns: The number; `nil` if the references or the checksum are wrong.
    package static func number(in levels: [Double]) -> Int? {
        guard levels.count == cells else { return nil }
        let white = (levels[0] + levels[31]) / 2
        let black = (levels[1] + levels[30]) / 2
        guard white - black > 128 else { return nil }
        let bits = levels.map { $0 > (white + black) / 2 ? 1 : 0 }
        let number = bits[2...25].reduce(0) { $0 << 1 | $1 }
        let check = bits[26...29].reduce(0) { $0 << 1 | $1 }
        let groups = stride(from: 0, to: 24, by: 4).reduce(0b1010) { $0 ^ (number >> $1 & 0xf) }
        return check == groups ? number : nil
    }
}
