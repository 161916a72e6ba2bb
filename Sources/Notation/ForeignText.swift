/// Text that a page, a server or a file chose.
///
/// It is cleaned where it enters the command, once, and again where it reaches a terminal. Cleaned text cannot control
/// a terminal, does not change the order of the text around it, and shows no secrets of addresses.
package enum ForeignText {
    /// Marks that follow each other above or below one character (UAX #15, section 13, allows 30).
    ///
    /// Languages need at most a few. A video's chapters have room for 255 bytes, and a terminal for one line.
    private static let mostMarks = 8

    /// Text in one line.
    ///
    /// - Parameters:
    ///   - text: The text; what separates lines, and each control character, becomes a space.
    ///   - limit: The longest text in Unicode scalars (default: unlimited).
    package static func line(_ text: String, upTo limit: Int = .max) -> String {
        clean(text, upTo: limit) { _ in false }
    }

    /// Text in lines, which keep their breaks and tabs.
    package static func lines(_ text: String) -> String { clean(text, upTo: .max) { $0 == "\n" || $0 == "\t" } }

    private static func clean(_ text: String, upTo limit: Int, keeping: (Unicode.Scalar) -> Bool) -> String {
        var cleaned = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars.prefix(limit) {
            let isMark = !scalar.isASCII && isMark(scalar)
            marks = isMark ? marks + 1 : 0
            if isMark {
                if marks > mostMarks { continue }
                // A mark alone would change what is printed before the text; this circle shows it.
                if cleaned.isEmpty { cleaned.append("\u{25cc}") }
            }
            cleaned.append(keeping(scalar) || !isUnsafe(scalar) ? scalar : " ")
        }
        return ShownAddress.hidingSecrets(in: String(cleaned))
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    /// Whether a character controls terminals, ends lines, or embeds or overrides a direction (UAX #9, section 2).
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7f: false
        case 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069: true
        default: scalar.properties.generalCategory == .control
        }
    }
}
