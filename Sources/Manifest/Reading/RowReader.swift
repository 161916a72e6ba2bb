/// Reads the rows of a manifest, one after another.
package protocol RowReader {
    /// The columns of every row.
    var columns: Columns { get }

    /// Reads the next row; returns `nil` behind the last one.
    ///
    /// After a ``ManifestError``, the next call goes on behind the mistake. It returns `nil` if
    /// nothing behind the mistake can be read.
    ///
    /// - Throws: ``ManifestError`` for a mistake in the file; `FileError` if reading fails.
    mutating func next() throws -> Row?
}

/// Limits that keep a damaged file from filling the memory.
enum RowLimits {
    /// The length of a row, in bytes.
    static let row = 4 << 20
    /// The length of a YAML file, in bytes.
    static let yaml = 4 << 20
    /// The number of arrays and objects in each other.
    static let depth = 100
}
