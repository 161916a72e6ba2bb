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
