/// A number of 24 bits as a row of black and white cells, by which a page shows a time.
///
/// The cells are, from the first: a white and a black reference, the number from its highest bit on, four bits to
/// check it by, a black and a white reference. White is 1. The check is the exclusive or of the number's six groups
/// of four bits and of binary 1010: it finds every single wrong bit, and neither a white nor a black row passes.
package enum TimeCode {
    /// The cells of a code.
    package static let cells = 32

    /// Reads a code.
    ///
    /// - Parameter levels: How bright each cell is, from 0 to 255.
    /// - Returns: The number; nothing where the references or the check are wrong.
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
