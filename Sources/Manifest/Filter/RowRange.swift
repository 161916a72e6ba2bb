/// A range of row numbers, counted from 1: `100..200`, `100..`, `..200`.
package struct RowRange: Sendable, Equatable {
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

    private static func number(_ digits: Substring) throws(OptionError) -> Int? {
        guard !digits.isEmpty else { return nil }
        guard let number = Int(digits) else { throw OptionError("The row number \(digits) is too large.") }
        return number
    }
}
