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

/// Finds rows that have the same output, in at most 64 bytes of memory for each row.
///
/// It keeps 96 bits of a keyed hash of each name (SipHash, whose key is random in each process) instead of the name. Two
/// different names are taken for the same with a probability below 10⁻¹⁷ in a million rows.
package struct OutputNames: Sendable {
    private struct Entry {
        var hash: UInt64 = 0
        var check: UInt32 = 0
        /// The line of the first row with the name; 0 in an unused entry.
        var line: UInt32 = 0
    }

    // Their number is a power of two, and at most three quarters are used. An entry is at the place of its hash or behind.
    private var entries = [Entry](repeating: Entry(), count: 1 << 10)
    private var count = 0

    /// Creates an empty set of names.
    package init() {}

    /// Adds a row's output.
    ///
    /// Names that differ only in doubled slashes, a slash at the end or folders named `.` are the same. `..` is compared
    /// as it is, because the folder before it may be a symbolic link.
    ///
    /// - Parameters:
    ///   - name: The output's name.
    ///   - row: The row.
    ///   - title: What the output is, for the message.
    /// - Throws: ``ManifestError`` at the row if another row has the same output, with that row's line.
    package mutating func add(_ name: String, for row: Row, as title: String = "output") throws(ManifestError) {
        if count >= entries.count / 4 * 3 { grow() }
        var entry = Self.entry(of: name)
        // Lines behind the four billionth are all told as that one.
        entry.line = UInt32(clamping: row.line)
        let place = place(of: entry)
        guard entries[place].line == 0 else {
            throw row.error(
                "The \(title) \(name) is also the \(title) of the row in line \(entries[place].line). Put a column in the "
                    + "output's name that differs between them.")
        }
        entries[place] = entry
        count += 1
    }

    /// The place of the entry with the same hash, or the unused one where it belongs.
    private func place(of entry: Entry) -> Int {
        let mask = entries.count - 1
        var place = Int(truncatingIfNeeded: entry.hash) & mask
        while entries[place].line != 0, (entries[place].hash, entries[place].check) != (entry.hash, entry.check) {
            place = (place + 1) & mask
        }
        return place
    }

    private mutating func grow() {
        let old = entries
        entries = [Entry](repeating: Entry(), count: old.count * 2)
        for entry in old where entry.line != 0 { entries[place(of: entry)] = entry }
    }

    private static func entry(of name: String) -> Entry {
        let slash = UInt8(ascii: "/")
        var hasher = Hasher()
        // Bytes: equivalent forms of a character are different names for a file system.
        hasher.combine(name.utf8.first == slash)
        for part in name.utf8.split(separator: slash) where !part.elementsEqual(".".utf8) {
            for byte in part { hasher.combine(byte) }
            hasher.combine(slash)
        }
        // The hash function makes unrelated numbers of the name with and without another byte.
        var longer = hasher
        longer.combine(UInt8(0))
        return Entry(
            hash: UInt64(truncatingIfNeeded: hasher.finalize()), check: UInt32(truncatingIfNeeded: longer.finalize()))
    }
}
