/// A mistake in a manifest's content, described in sentences.
package struct ManifestError: Error, CustomStringConvertible, Equatable {
    /// The manifest's path, as given by the user.
    package let path: String
    /// The line of the file, counted from 1; `nil` if the mistake is in the whole file.
    package let line: Int?
    /// The number of the row, counted from 1; `nil` if the mistake is not in a row.
    package let row: Int?
    /// What is wrong and how to fix it.
    package let message: String

    /// Creates an error.
    package init(path: String, line: Int? = nil, row: Int? = nil, _ message: String) {
        self.path = path
        self.line = line
        self.row = row
        self.message = message
    }

    /// The file, the line and the message.
    package var description: String { (line.map { "\(path), line \($0)" } ?? path) + ": " + message }

    /// Returns the same error with the number of a row, counted from 1.
    func inRow(_ number: Int) -> ManifestError { ManifestError(path: path, line: line, row: number, message) }
}

/// A mistake in an option's text: a template, a condition, a range of rows, a limit or a shard.
package struct OptionError: Error, CustomStringConvertible, Equatable {
    /// What is wrong and how to fix it, in sentences.
    package let description: String

    init(_ description: String) { self.description = description }
}
