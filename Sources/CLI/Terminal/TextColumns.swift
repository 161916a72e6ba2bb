/// How many columns of a terminal a text takes: Chinese characters take two,
/// combining ones none.
enum TextColumns {
    /// The columns of a text without control characters.
    static func count(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + columns($1) } }

    /// The text, or as much of its front as fits, with an ellipsis.
    static func cut(_ text: String, to width: Int) -> String {
        guard count(text) > width else { return text }
        var kept = ""
        var used = 1
        for character in text {
            used += count(String(character))
            if used > width { break }
            kept.append(character)
        }
        return kept + "…"
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// The blocks of wide and full-width characters (Unicode Standard Annex
    /// 11), and of emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xa000...0xa4cf,
        0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6,
        0x1f300...0x1f64f, 0x1f680...0x1f6ff, 0x1f900...0x1f9ff, 0x20000...0x3fffd,
    ]
}
