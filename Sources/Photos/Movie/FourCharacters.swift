/// A four-character code: the type of a box or of its contents.
struct FourCharacters: Hashable, ExpressibleByStringLiteral {
    /// The code as a big-endian number.
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Creates a code from its text in the specifications.
    init(stringLiteral name: String) {
        rawValue = name.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xff }
    }
}
