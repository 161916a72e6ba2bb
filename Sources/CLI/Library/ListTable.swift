import Decoder
import Library
import Recorder

/// The table of `pagereel list`.
struct ListTable {
    private static let header = ["#", "time", "length", "size", "page", "name"]
    /// Numbers stand at the right of their columns.
    private static let isRightAligned = [true, false, true, true, false, false]
    private static let pageColumn = 4
    private static let gap = "  "
    /// The fewest columns that a page's title is cut to.
    private static let narrowestPage = 8

    private let rows: [[String]]
    private let width: Int?

    /// Describes a table.
    ///
    /// - Parameters:
    ///   - rows: The cells.
    ///   - width: Columns of the terminal, to which titles are cut; nothing
    ///     to write them in full.
    init(rows: [[String]], width: Int?) {
        self.rows = rows
        self.width = width
    }

    /// The cells of a recording.
    static func row(_ number: Int, _ entry: CatalogueEntry) -> [String] {
        [
            "\(number)", LocalTime(milliseconds: entry.recorded).text, Readable.clock(entry.contents.duration),
            Readable.size(entry.contents.bytes), Message.printable(entry.page), Message.printable(entry.name),
        ]
    }

    /// The header and the rows.
    var lines: [String] {
        var cells = [Self.header] + rows
        if let width {
            let others = (Self.header.indices.filter { $0 != Self.pageColumn }).map { columnWidth($0, in: cells) }
            let room = width - others.reduce(0, +) - Self.gap.count * (Self.header.count - 1)
            for index in cells.indices {
                cells[index][Self.pageColumn] = TextColumns.cut(
                    cells[index][Self.pageColumn], to: max(room, Self.narrowestPage))
            }
        }
        let widths = Self.header.indices.map { columnWidth($0, in: cells) }
        return cells.map { row in
            let padded = row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - TextColumns.count(row[column]))
                if column == row.count - 1 { return row[column] }
                return Self.isRightAligned[column] ? space + row[column] : row[column] + space
            }
            return padded.joined(separator: Self.gap)
        }
    }

    private func columnWidth(_ column: Int, in cells: [[String]]) -> Int {
        cells.map { TextColumns.count($0[column]) }.max() ?? 0
    }
}
