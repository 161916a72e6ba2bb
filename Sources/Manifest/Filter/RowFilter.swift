/// Decides which rows of a manifest are recorded; apply it to all rows, in their order.
///
/// Rows must be in the range and meet all conditions. The limit counts these rows. The shard then takes its part of them,
/// so that all shards together have the rows of a run without shards.
package struct RowFilter: Sendable {
    private let columns: Columns
    private let conditions: [(index: Int, condition: RowCondition)]
    private let numbers: ClosedRange<Int>
    private let shard: Shard?
    /// How many more rows the limit allows.
    private var rest: Int

    /// Creates a filter; without arguments, it includes all rows.
    ///
    /// - Parameters:
    ///   - columns: The columns of the rows.
    ///   - limit: The most rows for all shards together, from 1; `nil` for no limit.
    /// - Throws: ``OptionError`` for a condition on an unknown column.
    package init(
        for columns: Columns, conditions: [RowCondition] = [], range: RowRange? = nil, limit: Int? = nil,
        shard: Shard? = nil
    ) throws(OptionError) {
        var found: [(index: Int, condition: RowCondition)] = []
        for condition in conditions {
            guard let index = columns.index(of: condition.column) else {
                throw OptionError(columns.unknown(condition.column))
            }
            found.append((index, condition))
        }
        self.columns = columns
        self.conditions = found
        numbers = range?.numbers ?? 1...Int.max
        rest = limit ?? Int.max
        self.shard = shard
    }

    /// Parses a limit.
    ///
    /// - Throws: ``OptionError`` for a text that is not a whole number from 1.
    package static func limit(_ text: String) throws(OptionError) -> Int {
        guard text.utf8.allSatisfy(isDigit), let limit = Int(text), limit > 0 else {
            throw OptionError("\(text) is not a number of rows. Write a whole number from 1, like 10.")
        }
        return limit
    }

    /// Decides whether a row is included; call it once for each row.
    ///
    /// - Throws: ``ManifestError`` if the manifest was changed and has other columns now.
    package mutating func includes(_ row: Row) throws(ManifestError) -> Bool {
        try row.check(columns: columns)
        guard rest > 0, numbers.contains(row.number),
            conditions.allSatisfy({ (row[$0.index] == $0.condition.value) == $0.condition.isEqual })
        else { return false }
        rest -= 1
        return shard?.contains(row.number) ?? true
    }

    /// Whether no row behind a row is included, so that reading can end.
    ///
    /// - Parameter number: The row's number; the row may be a faulty one, which the filter was not asked about.
    package func isComplete(after number: Int) -> Bool { rest == 0 || number >= numbers.upperBound }

    /// Whether a byte is a digit; `Int` would also read a sign.
    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
