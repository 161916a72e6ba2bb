package import Yams

/// Parses the documents of a YAML file, one after another.
package final class YAMLDocuments {
    private let file: YAMLFile
    private let parser: Parser

    /// Begins to parse a file.
    ///
    /// - Throws: ``YAMLError``.
    package init(_ file: YAMLFile) throws {
        self.file = file
        parser = try file.parser()
    }

    /// Parses the next document; returns `nil` behind the last one.
    ///
    /// After an error, nothing more can be parsed.
    ///
    /// - Throws: ``YAMLError``.
    package func next() throws -> Node? { try file.parsing { try parser.nextRoot() } }
}
