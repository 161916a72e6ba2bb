/// A Markdown table whose columns are also aligned in the source text.
struct MarkdownTable {
    private let header: [String]
    private var rows: [[String]] = []

    /// Creates a table without rows.
    init(_ header: [String]) { self.header = header }

    /// Adds a row with a cell for each column.
    mutating func add(_ row: [String]) {
        precondition(row.count == header.count, "a row has a cell for each column")
        rows.append(row)
    }

    /// The table; each line ends with a newline.
    var text: String {
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return "| \(padded.joined(separator: " | ")) |\n"
        }
        let rule = "|\(widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|"))|\n"
        return line(header) + rule + rows.map(line).joined()
    }
}
