package import Yams

/// A YAML file written by a person, with errors that name the line and the column.
package struct YAMLFile: Sendable {
    /// The file's path, as given by the user.
    package let path: String
    /// The file's content.
    package let text: String

    /// Creates a value from a file's content.
    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// The key at the top of a file that names its JSON Schema.
    package static let schemaKey = "$schema"

    /// Parses the file's single document; returns `nil` if the file is empty.
    ///
    /// A mapping comes without ``schemaKey``, which is for editors.
    ///
    /// - Throws: ``YAMLError``.
    package func root() throws -> Node? {
        let parser = try parser()
        guard let root = try parsing({ try parser.singleRoot() }) else { return nil }
        guard case .mapping(var mapping) = root, mapping[Node(Self.schemaKey)] != nil else { return root }
        mapping[Node(Self.schemaKey)] = nil
        return .mapping(mapping)
    }

    /// Begins to parse the file: the only way from a text to nodes.
    ///
    /// - Throws: ``YAMLError``, also if the file's aliases or its depth are beyond the limits.
    func parser() throws -> Parser {
        if let (excess, mark) = YAMLExpansion.firstExcess(in: text) { throw error(at: mark, excess.message) }
        // A variable can choose another encoding than the default.
        return try parsing { try Parser(yaml: text, encoding: .utf8) }
    }

    /// Describes errors of the parser, with their place.
    ///
    /// - Throws: ``YAMLError``.
    func parsing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let problem as YamlError {
            switch problem {
            case .scanner(let context, let text, let mark, _), .parser(let context, let text, let mark, _),
                .composer(let context, let text, let mark, _):
                let sentence = [context?.text, text].compactMap(\.self).joined(separator: ", ")
                let mark = Mark(mark)
                throw error(at: mark, "This cannot be read as YAML: \(sentence).\(commentHint(at: mark))")
            case .reader(let text, _, let value, _):
                throw error(at: mark(ofScalar: value), "This cannot be read as YAML: \(text).")
            case .duplicatedKeysInMapping(let keys, let context):
                throw error(at: Mark(context.mark), "\(keys.joined(separator: " and ")) is there more than once.")
            default:
                throw error(at: .line(1), "This cannot be read as YAML: \(problem)")
            }
        }
    }

    /// A hint for a value that is missing because it begins with `#`, as a CSS selector may; empty for other mistakes.
    ///
    /// - Parameter mark: Where the parser noticed it: there, or on the line after.
    private func commentHint(at mark: Mark?) -> String {
        guard let mark else { return "" }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let near = lines.prefix(mark.line).suffix(2)
        guard let value = near.compactMap({ $0.firstMatch(of: /[:,\[-]\s+(#[^\s#'",}\]]+)/)?.output.1 }).last else {
            return ""
        }
        return " In YAML, # after a space begins a comment; write the value in quotes: '\(value)'."
    }

    /// The first occurrence of a Unicode scalar that YAML does not allow.
    ///
    /// The parser's own offset is unknown for a scalar that forms one character with its neighbors.
    private func mark(ofScalar value: Int32) -> Mark {
        let before = text.unicodeScalars.prefix { $0.value != UInt32(bitPattern: value) }
        let lines = String(before).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return Mark(line: max(1, lines.count), column: (lines.last?.unicodeScalars.count ?? 0) + 1)
    }

    // MARK: Nodes

    /// Returns a mapping's entries, in order.
    ///
    /// - Parameters:
    ///   - node: The mapping.
    ///   - hint: A sentence that says what is expected.
    /// - Throws: ``YAMLError`` if the node is not a mapping.
    package func entries(of node: Node, _ hint: String) throws -> [(key: String, mark: Mark?, value: Node)] {
        guard let mapping = node.mapping else { throw error(at: node, "Names and values are expected here. \(hint)") }
        return try mapping.map { key, value in
            guard let text = key.scalar?.string else { throw error(at: key, "A name is expected here. \(hint)") }
            return (text, key.start, value)
        }
    }

    /// Returns a list's items.
    package func items(of node: Node, _ hint: String) throws -> [Node] {
        guard let sequence = node.sequence else { throw error(at: node, "A list is expected here. \(hint)") }
        return Array(sequence)
    }

    /// Returns a text, or a number as written in the file, so that 29.97 stays exact.
    package func text(_ node: Node, _ hint: String) throws -> String {
        guard node.null == nil, let text = node.scalar?.string else {
            let comment = node.null == nil ? "" : commentHint(at: node.start)
            throw error(at: node, "A text or a number is expected here. \(hint)\(comment)")
        }
        return text
    }

    /// Parses the value of a key.
    ///
    /// - Parameter mark: The key's place.
    /// - Throws: ``YAMLError`` for text in another form.
    package func value<Value>(of key: String, at mark: Mark?, _ node: Node, _ form: Form<Value>) throws -> Value {
        guard node.null == nil, let text = node.scalar?.string else {
            throw error(at: node.start ?? mark, "\(key) must be \(Form.text).")
        }
        guard let value = form.read(text) else { throw error(at: mark, "\(key) must be \(form), not '\(text)'.") }
        return value
    }

    /// Creates an error at a node.
    package func error(at node: Node, _ message: String) -> YAMLError { error(at: node.start, message) }

    /// Creates an error at a place.
    ///
    /// - Parameter cause: The error of a file that is named there.
    package func error(at mark: Mark?, _ message: String, cause: (any Error)? = nil) -> YAMLError {
        YAMLError(place: place(at: mark), mark: mark, message: message, cause: cause)
    }

    /// Names the file and a place in it, for messages.
    package func place(at mark: Mark?) -> String { mark.map { "\(path), \($0)" } ?? path }
}

extension YAMLFile {
    /// A place in a file.
    package struct Mark: Hashable, Sendable, CustomStringConvertible {
        /// The line, counted from 1.
        package let line: Int
        /// The column, counted from 1 in Unicode scalars; `nil` for the whole line.
        package let column: Int?

        package init(line: Int, column: Int? = nil) {
            self.line = line
            self.column = column
        }

        /// A whole line, counted from 1.
        package static func line(_ line: Int) -> Self { Self(line: line) }

        init(_ mark: Yams.Mark) { self.init(line: mark.line, column: mark.column) }

        /// The place, as messages name it: `line 3, column 5`.
        package var description: String { "line \(line)" + (column.map { ", column \($0)" } ?? "") }
    }
}

extension Node {
    /// Where the node begins in its file; `nil` for a node that a program made.
    package var start: YAMLFile.Mark? { mark.map { YAMLFile.Mark($0) } }
}

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

/// A mistake in a YAML file, described in sentences.
package struct YAMLError: Error, CustomStringConvertible {
    /// The file, the place, the mistake and how to fix it.
    package let description: String
    /// The place; `nil` if unknown.
    package let mark: YAMLFile.Mark?
    /// The mistake and how to fix it, without the file and the place.
    package let message: String

    /// The error of the file that is named there; `nil` if the mistake is in the YAML file.
    package let cause: (any Error)?

    /// Creates an error.
    init(place: String, mark: YAMLFile.Mark?, message: String, cause: (any Error)? = nil) {
        description = place + ": " + message
        self.mark = mark
        self.message = message
        self.cause = cause
    }
}
