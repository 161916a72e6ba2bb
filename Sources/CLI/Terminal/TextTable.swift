/// A table for people: columns that line up on a terminal, two spaces apart.
///
/// Widths are columns of the terminal, so that Chinese titles line up too. Control
/// characters in cells are replaced by spaces.
struct TextTable {
    /// The layout of a column.
    struct Column {
        /// The column's header.
        let title: String
        /// Whether cells are right-aligned, as numbers are.
        var isRightAligned = false
        /// The minimum width; `nil` for a column that is never cut.
        var narrowest: Int?

        /// A column of numbers.
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
    /// A column of text.
    init(stringLiteral title: String) { self.init(title: title) }
}
