/// The name of a box, or of a kind of thing in one: four characters.
struct FourCharacters: Hashable, ExpressibleByStringLiteral {
    /// The four bytes as a number.
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Takes the name as it is written in the specifications.
    init(stringLiteral name: String) {
        rawValue = name.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xff }
    }
}
