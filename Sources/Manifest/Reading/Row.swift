/// A row of a manifest.
package struct Row: Sendable {
    /// The row's number, counted from 1; the header is not counted, a faulty row is.
    package let number: Int
    /// The line of the file where the row begins, counted from 1.
    package let line: Int
    /// The columns of the manifest.
    package let columns: Columns
    private let fields: [Field]

    /// Creates a row.
    ///
    /// - Parameter fields: One for each column.
    init(number: Int, line: Int, columns: Columns, fields: [Field]) {
        self.number = number
        self.line = line
        self.columns = columns
        self.fields = fields
    }

    /// The values, in the order of the columns; an empty one for `null`.
    ///
    /// Strings, numbers and booleans are as written in the file, arrays and objects are JSON.
    package var values: [String] { fields.map(\.text) }

    /// The value at a column's position, counted from 0.
    package subscript(index: Int) -> String { fields[index].text }

    /// The value in a column; `nil` if there is no such column.
    package subscript(column: String) -> String? { columns.index(of: column).map { fields[$0].text } }

    /// The row as a JSON object, for the page.
    ///
    /// Values from CSV are strings. Those from JSON Lines and YAML keep their types.
    package var json: String {
        let pairs = zip(columns.names, fields).map { "\(Field.quoted($0)):\($1.json)" }
        return "{\(pairs.joined(separator: ","))}"
    }

    /// Creates an error at this row.
    ///
    /// - Parameter message: What is wrong and how to fix it, as sentences.
    package func error(_ message: String) -> ManifestError {
        ManifestError(path: columns.path, line: line, row: number, message)
    }

    /// Checks that the row has the columns that something was made for.
    ///
    /// A later pass over a manifest has others if somebody edits the file in between.
    func check(columns expected: Columns) throws(ManifestError) {
        guard columns === expected || columns.names == expected.names else {
            throw error("The columns have changed since the manifest was first read. Start again.")
        }
    }
}
