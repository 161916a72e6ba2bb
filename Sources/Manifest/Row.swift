private import Foundation
private import Notation

/// The columns of a manifest, in its order.
package final class Columns: Sendable {
    /// The names, at least one; none is empty, and no two are the same.
    package let names: [String]
    /// The manifest's path, as given by the user.
    package let path: String
    private let indexes: [String: Int]

    /// Creates columns.
    ///
    /// - Parameters:
    ///   - path: The manifest's path, for messages.
    ///   - line: The line of the names, for messages.
    /// - Throws: ``ManifestError`` for an empty or a duplicate name.
    package init(_ names: [String], path: String, line: Int) throws(ManifestError) {
        var indexes: [String: Int] = [:]
        for (index, name) in names.enumerated() {
            guard !name.isEmpty else {
                throw ManifestError(path: path, line: line, "Column \(index + 1) has no name. Give each column a name.")
            }
            guard indexes.updateValue(index, forKey: name) == nil else {
                throw ManifestError(
                    path: path, line: line, "The column \(name) is there more than once. Give each column its own name."
                )
            }
        }
        self.names = names
        self.path = path
        self.indexes = indexes
    }

    /// The position of a column, counted from 0; `nil` if no column has this name.
    package func index(of name: String) -> Int? { indexes[name] }

    /// Describes that there is no column of a name, and which one may be meant, in sentences.
    package func unknown(_ name: String) -> String {
        "The manifest has no column \(name).\(suggestion(for: name))"
    }

    /// A sentence with a leading space that suggests the column meant by a name; empty if unknown.
    func suggestion(for name: String) -> String { names.suggestion(for: name) }
}

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

/// A value in a row.
struct Field: Sendable, Equatable {
    /// The value for templates and conditions; empty for `null`.
    let text: String
    /// Whether the text is also the value's JSON: a number, a boolean, `null`, an array or an object.
    var isLiteral = false

    static let null = Field(text: "", isLiteral: true)

    /// The value as JSON.
    var json: String {
        guard isLiteral else { return Self.quoted(text) }
        return text.isEmpty ? "null" : text
    }

    /// Writes a JSON string.
    static func quoted(_ text: String) -> String {
        // Most texts have nothing to escape (RFC 8259, section 7).
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        if isPlain { return "\"\(text)\"" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // A string is always encodable.
        guard let data = try? encoder.encode(text) else { return "\"\"" }
        return String(decoding: data, as: UTF8.self)
    }
}

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
