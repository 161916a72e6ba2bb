/// An sRGB color with straight (not premultiplied) alpha.
public struct Color: Sendable, Hashable {
    /// The channels, from 0 to 255.
    public var red, green, blue: UInt8
    /// The alpha, from 0 (transparent) to 255 (opaque).
    public var alpha: UInt8

    /// The color in hexadecimal: `#rrggbb`, or `#rrggbbaa` if it is not opaque.
    public var text: String {
        let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
        return "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Opaque black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = Color(red: 255, green: 255, blue: 255)

    /// No color at all.
    public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// Describes a color.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Reads `#rgb`, `#rrggbb`, `#rrggbbaa`, `black`, `white` or `transparent`.
    ///
    /// The forms follow CSS Color Module Level 4, sections 5.2 and 6.1.
    public init?(_ text: String) {
        switch text.lowercased() {
        case "black": self = .black
        case "white": self = .white
        case "transparent": self = .transparent
        default:
            guard text.first == "#", let channels = Self.channels(text.dropFirst()) else { return nil }
            self.init(red: channels[0], green: channels[1], blue: channels[2], alpha: channels[3])
        }
    }

    private static func channels(_ digits: Substring) -> [UInt8]? {
        let nibbles = digits.compactMap(\.hexDigitValue).map { UInt8($0) }
        guard nibbles.count == digits.count else { return nil }
        switch nibbles.count {
        case 3: return nibbles.map { $0 * 17 } + [255]
        case 6, 8:
            let bytes = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] * 16 + nibbles[$0 + 1] }
            return bytes.count == 4 ? bytes : bytes + [255]
        default: return nil
        }
    }
}
