/// A table for people: columns that line up on a terminal, two spaces apart.
///
/// Widths are columns of the terminal, so that Chinese titles line up too. Control
/// characters in cells are replaced by spaces.
struct TextTable {
    struct Column {
        let title: String
        /// Whether cells are right-aligned, as numbers are.
        var isRightAligned = false
        /// The minimum width; `nil` for a column that is never cut.
        var narrowest: Int?

        static func number(_ title: String) -> Column {
            Column(title: title, isRightAligned: true)
        }

        /// A column of texts, which are cut if the table is wider than the
        /// terminal.
        static func flexible(_ title: String, narrowest: Int) -> Column {
            Column(title: title, narrowest: narrowest)
        }
    }

    private static let gap = 2

    private let columns: [Column]
    private let rows: [[String]]

    /// Describes a table with a header.
    ///
    /// - Parameters:
    ///   - columns: The headers and the alignment of the cells.
    ///   - rows: The cells, one for each column.
    init(_ columns: [Column], rows: [[String]]) {
        self.columns = columns
        self.rows = ([columns.map(\.title)] + rows).map { $0.map(Message.printable) }
    }

    /// Describes a table of texts without a header.
    ///
    /// - Parameter rows: The cells, as many in each row as in the first.
    init(rows: [[String]]) {
        columns = (rows.first ?? []).map { _ in "" }
        self.rows = rows.map { $0.map(Message.printable) }
    }

    /// The header and the rows, without spaces at their ends.
    ///
    /// - Parameter width: The terminal's columns; `nil` to cut no cells.
    func lines(width: Int? = nil) -> [String] {
        var rows = rows
        var widths = columns.indices.map { column in rows.map { $0[column].terminalWidth }.max() ?? 0 }
        let excess = width.map { widths.reduce(0, +) + Self.gap * (columns.count - 1) - $0 } ?? 0
        if excess > 0, let column = columns.firstIndex(where: { $0.narrowest != nil }) {
            let room = max(widths[column] - excess, columns[column].narrowest ?? 0)
            for row in rows.indices { rows[row][column] = rows[row][column].cut(toTerminalWidth: room) }
            widths[column] = rows.map { $0[column].terminalWidth }.max() ?? 0
        }
        return rows.map { line($0, widths) }
    }

    private func line(_ row: [String], _ widths: [Int]) -> String {
        let cells = columns.indices.map { column in
            columns[column].isRightAligned
                ? String(repeating: " ", count: widths[column] - row[column].terminalWidth) + row[column]
                : row[column].padding(toTerminalWidth: widths[column])
        }
        var line = cells.joined(separator: String(repeating: " ", count: Self.gap))
        while line.last == " " { line.removeLast() }
        return line
    }
}

extension TextTable.Column: ExpressibleByStringLiteral {
    init(stringLiteral title: String) { self.init(title: title) }
}

// The width of text on a terminal, in columns.
//
// wcwidth(3) is unsuitable: in the C locale, which cron sets for every job, it
// supports only ASCII, and setlocale(3) would change how the whole process reads
// numbers. So the widths are those of the Unicode Standard, Annex 11 (East Asian
// Width) and Technical Standard 51 (emoji).

extension String {
    /// The columns that the text takes, without control characters.
    ///
    /// Chinese, Japanese and Korean characters and emoji take two columns,
    /// combining marks none. An emoji of several code points, such as a family or
    /// a flag, is one emoji.
    var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }

    /// The text, cut to a width with an ellipsis if it is longer.
    func cut(toTerminalWidth width: Int) -> String {
        guard terminalWidth > width else { return self }
        return front(ofTerminalWidth: width - 1) + "…"
    }

    /// The longest prefix that fits into a width.
    func front(ofTerminalWidth width: Int) -> String {
        var used = 0
        return String(
            prefix { character in
                used += character.terminalWidth
                return used <= width
            })
    }

    /// The text, padded with spaces to a width.
    func padding(toTerminalWidth width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - terminalWidth))
    }
}

extension Character {
    fileprivate var terminalWidth: Int {
        if isASCII { return 1 }
        if isEmoji { return 2 }
        return unicodeScalars.reduce(0) { $0 + $1.terminalWidth }
    }

    /// Whether the character is shown as a picture: by itself, or because of a
    /// variation selector (U+FE0F).
    private var isEmoji: Bool {
        guard let first = unicodeScalars.first else { return false }
        return first.properties.isEmojiPresentation || first.properties.isEmoji && unicodeScalars.contains("\u{fe0f}")
    }
}

extension Unicode.Scalar {
    fileprivate var terminalWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // Vowels and final consonants of Korean syllables share the first consonant's columns.
        if (0x1160...0x11ff).contains(value) || (0xd7b0...0xd7ff).contains(value) { return 0 }
        return Self.wide.contains { $0.contains(value) } ? 2 : 1
    }

    /// The code points whose East_Asian_Width is W or F in EastAsianWidth.txt of
    /// Unicode 14, across unassigned gaps, without those that are emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf, 0x4e00...0xa4c6,
        0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfad9, 0xfe10...0xfe19, 0xfe30...0xfe6b, 0xff01...0xff60,
        0xffe0...0xffe6, 0x16fe0...0x18d08, 0x1aff0...0x1b2fb, 0x1f200...0x1f265, 0x20000...0x2fffd, 0x30000...0x3fffd,
    ]
}
