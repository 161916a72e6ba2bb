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

/// A condition on a row's value: `region=EU`, `region!=EU`.
package struct RowCondition: Sendable, Equatable, CustomStringConvertible {
    /// The column's name.
    package let column: String
    /// Whether the value must be the same; it must be another one otherwise.
    package let isEqual: Bool
    /// The value to compare with, which may be empty.
    package let value: String

    /// Parses a condition; the value is all behind the first equals sign.
    ///
    /// - Throws: ``OptionError`` for a text in another form.
    package init(_ text: String) throws(OptionError) {
        let form = "Write column=value or column!=value, like region=EU."
        guard let sign = text.firstIndex(of: "=") else { throw OptionError("The condition \(text) has no =. \(form)") }
        let before = text[..<sign]
        isEqual = before.last != "!"
        column = String(isEqual ? before : before.dropLast())
        value = String(text[text.index(after: sign)...])
        guard !column.isEmpty else { throw OptionError("The condition \(text) begins with no column's name. \(form)") }
    }

    /// The condition as it is parsed.
    package var description: String { column + (isEqual ? "=" : "!=") + value }
}

/// A range of row numbers, counted from 1: `100..200`, `100..`, `..200`.
package struct RowRange: Sendable, Equatable, CustomStringConvertible {
    /// The numbers, up to `Int.max` for an open end.
    package let numbers: ClosedRange<Int>

    /// Parses a range; both ends are included.
    ///
    /// - Throws: ``OptionError`` for a text in another form, a row 0, or a last row before the first.
    package init(_ text: String) throws(OptionError) {
        let ends = text.split(separator: "..", omittingEmptySubsequences: false)
        guard ends.count == 2, text != "..", ends.allSatisfy({ $0.utf8.allSatisfy(RowFilter.isDigit) }) else {
            throw OptionError(
                "\(text) is not a range of rows. Write first..last, like 100..200, 100.. or ..200; one row is 100..100."
            )
        }
        let first = try Self.number(ends[0]) ?? 1
        let last = try Self.number(ends[1]) ?? Int.max
        guard first >= 1, last >= 1 else { throw OptionError("Rows are counted from 1. Write 1 for the first row.") }
        guard first <= last else {
            throw OptionError("The last row \(last) is before the first row \(first). Write \(last)..\(first).")
        }
        numbers = first...last
    }

    /// The range as it is parsed.
    package var description: String {
        "\(numbers.lowerBound).." + (numbers.upperBound == Int.max ? "" : "\(numbers.upperBound)")
    }

    private static func number(_ digits: Substring) throws(OptionError) -> Int? {
        guard !digits.isEmpty else { return nil }
        guard let number = Int(digits) else { throw OptionError("The row number \(digits) is too large.") }
        return number
    }
}

/// One of several parts of a manifest, which together have each row once: `2/8`.
package struct Shard: Sendable, Equatable, CustomStringConvertible {
    /// The shard's number, counted from 1.
    package let number: Int
    /// The number of shards.
    package let count: Int

    /// Parses a shard.
    ///
    /// - Throws: ``OptionError`` for a text in another form, or a number that is not from 1 to the count.
    package init(_ text: String) throws(OptionError) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
            .compactMap { $0.utf8.allSatisfy(RowFilter.isDigit) ? Int($0) : nil }
        guard numbers.count == 2, text.utf8.count(where: { $0 == UInt8(ascii: "/") }) == 1 else {
            throw OptionError("\(text) is not a shard. Write its number and the number of shards, like 2/8.")
        }
        (number, count) = (numbers[0], numbers[1])
        guard count > 0 else { throw OptionError("0 shards have no rows. Write at least one, like 1/1.") }
        guard (1...count).contains(number) else {
            throw OptionError("Shard \(number) does not exist. Write a number from 1 to \(count).")
        }
    }

    /// The shard as it is parsed.
    package var description: String { "\(number)/\(count)" }

    /// Whether a row is in the shard.
    ///
    /// - Parameter row: The row's number, counted from 1.
    package func contains(_ row: Int) -> Bool { row % count == number % count }
}
