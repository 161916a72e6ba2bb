/// Makes rows of names and values, for formats without a header.
///
/// The first row has the names of all columns, in their order. A value that a later row lacks is
/// empty.
struct KeyedRows {
    /// A value and its name.
    typealias Entry = (name: String, value: Field)

    let columns: Columns

    /// Takes the columns from the first row.
    ///
    /// - Throws: ``ManifestError`` for an empty or a duplicate name.
    init(first entries: [Entry], path: String, line: Int) throws(ManifestError) {
        guard !entries.isEmpty else {
            throw ManifestError(
                path: path, line: line, row: 1,
                "The first row has no values. Write the names of all columns in it, with null for no value.")
        }
        columns = try Columns(entries.map(\.name), path: path, line: line)
    }

    /// Makes a row.
    ///
    /// - Throws: ``ManifestError`` for a duplicate name, or one that the first row lacks.
    func row(_ entries: [Entry], number: Int, line: Int) throws(ManifestError) -> Row {
        var fields: [Field?] = Array(repeating: nil, count: columns.names.count)
        for (name, value) in entries {
            guard let index = columns.index(of: name) else {
                throw error(
                    number, line,
                    "The first row has no column \(name).\(columns.suggestion(for: name)) Write the names of all columns "
                        + "in the first row, with null for no value.")
            }
            guard fields[index] == nil else {
                throw error(number, line, "\(name) is there more than once. Write each name once.")
            }
            fields[index] = value
        }
        return Row(number: number, line: line, columns: columns, fields: fields.map { $0 ?? .null })
    }

    private func error(_ number: Int, _ line: Int, _ message: String) -> ManifestError {
        ManifestError(path: columns.path, line: line, row: number, message)
    }
}
