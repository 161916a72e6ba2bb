/// One of several parts of a manifest, which together have each row once: `2/8`.
package struct Shard: Sendable, Equatable {
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

    /// Whether a row is in the shard.
    ///
    /// - Parameter row: The row's number, counted from 1.
    package func contains(_ row: Int) -> Bool { row % count == number % count }
}
