/// A level of a video codec: an upper limit of picture size, frame rate and bit rate that a decoder must manage.
public struct CodecLevel: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Ten times the level: 41 for level 4.1.
    package let number: Int

    /// How a level is written, for messages.
    public static let form = "a level like 3.1, 4 or 5.2"

    /// Creates a level from ten times its number.
    init(number: Int) { self.number = number }

    /// Parses `4.1`, `4` or `4.0`; returns `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.count == 1 && $0.allSatisfy(\.isASCII) }),
            let major = Int(parts[0]), let minor = parts.count == 2 ? Int(parts[1]) : 0, major > 0
        else { return nil }
        number = major * 10 + minor
    }

    /// The level as users write it: `4` or `4.1`.
    public var description: String { number % 10 == 0 ? "\(number / 10)" : "\(number / 10).\(number % 10)" }

    /// The level with its minor number: `4.0` or `4.1`.
    var exact: String { "\(number / 10).\(number % 10)" }

    /// Whether a level is lower than another.
    public static func < (left: CodecLevel, right: CodecLevel) -> Bool { left.number < right.number }
}
