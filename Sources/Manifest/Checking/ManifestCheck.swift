/// The result of a pass over all rows of a manifest: how many are recorded, and which mistakes there are.
///
/// Memory grows by a few bytes for each row, see ``OutputNames``.
package struct ManifestCheck: Sendable {
    /// The most mistakes that are kept.
    package static let keptMistakes = 20

    /// The number of rows that the filter includes, with and without mistakes; rows that cannot be read are not counted.
    package private(set) var included = 0
    /// The first mistakes, in the order of the file, at most ``keptMistakes``.
    package private(set) var mistakes: [ManifestError] = []
    /// The number of all mistakes.
    package private(set) var mistakeCount = 0

    /// Reads rows up to the last one that the filter can include.
    ///
    /// Mistakes in rows that the filter excludes count if the rows cannot be read.
    ///
    /// - Parameters:
    ///   - rows: A reader at the first row.
    ///   - filter: Pass it without a shard to find outputs that two shards share.
    ///   - output: Checks an included row, and returns the path of its output.
    /// - Throws: `FileError` if reading fails.
    package init(
        of rows: any RowReader, filter: RowFilter, output: (Row) throws(ManifestError) -> String
    ) throws {
        var (rows, filter) = (rows, filter)
        var names = OutputNames()
        var last = 0
        while !filter.isComplete(after: last) {
            do {
                guard let row = try rows.next() else { return }
                last = row.number
                guard try filter.includes(row) else { continue }
                included += 1
                try names.add(try output(row), for: row)
            } catch let mistake as ManifestError {
                last = mistake.row ?? last
                mistakeCount += 1
                if mistakes.count < Self.keptMistakes { mistakes.append(mistake) }
            }
        }
    }
}
