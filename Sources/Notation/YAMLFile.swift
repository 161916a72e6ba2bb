package import Yams

/// A YAML file written by a person, with errors that name the line.
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

    /// Parses the file's single document; returns `nil` if the file is empty.
    ///
    /// - Throws: ``YAMLError``.
    package func root() throws -> Node? {
        let parser = try parser()
        return try parsing { try parser.singleRoot() }
    }

    /// Begins to parse the file: the only way from a text to nodes.
    ///
    /// - Throws: ``YAMLError``, also if the file's aliases or its depth are beyond the limits.
    func parser() throws -> Parser {
        if let (excess, line) = YAMLExpansion.firstExcess(in: text) { throw error(at: line, excess.message) }
        // A variable can choose another encoding than the default.
        return try parsing { try Parser(yaml: text, encoding: .utf8) }
    }

    /// Describes errors of the parser, with the line.
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
                throw error(at: mark.line, "This cannot be read as YAML: \(sentence).")
            case .reader(let text, _, let value, _):
                throw error(at: line(ofScalar: value), "This cannot be read as YAML: \(text).")
            case .duplicatedKeysInMapping(let keys, let context):
                throw error(at: context.mark.line, "\(keys.joined(separator: " and ")) is there more than once.")
            default:
                throw error(at: 1, "This cannot be read as YAML: \(problem)")
            }
        }
    }

    /// The line of the first occurrence of a Unicode scalar that YAML does not allow (default: 1).
    ///
    /// The parser's own offset is unknown for a scalar that forms one character with its neighbors.
    private func line(ofScalar value: Int32) -> Int {
        let before = text.unicodeScalars.prefix { $0.value != UInt32(bitPattern: value) }
        return String(before).count(where: \.isNewline) + 1
    }

    // MARK: Nodes

    /// Returns a mapping's entries, in order.
    ///
    /// - Parameters:
    ///   - node: The mapping.
    ///   - hint: A sentence that says what is expected.
    /// - Throws: ``YAMLError`` if the node is not a mapping.
    package func entries(of node: Node, _ hint: String) throws -> [(key: String, line: Int?, value: Node)] {
        guard let mapping = node.mapping else { throw error(at: node, "Names and values are expected here. \(hint)") }
        return try mapping.map { key, value in
            guard let text = key.scalar?.string else { throw error(at: key, "A name is expected here. \(hint)") }
            return (text, key.mark?.line, value)
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
            throw error(at: node, "A text or a number is expected here. \(hint)")
        }
        return text
    }

    /// Parses the value of a key.
    ///
    /// - Parameter line: The key's line.
    /// - Throws: ``YAMLError`` for text in another form.
    package func value<Value>(of key: String, at line: Int?, _ node: Node, _ form: Form<Value>) throws -> Value {
        guard node.null == nil, let text = node.scalar?.string else {
            throw error(at: node.mark?.line ?? line, "\(key) must be \(Form.text).")
        }
        guard let value = form.read(text) else { throw error(at: line, "\(key) must be \(form), not '\(text)'.") }
        return value
    }

    /// Creates an error at a node.
    package func error(at node: Node, _ message: String) -> YAMLError { error(at: node.mark?.line, message) }

    /// Creates an error at a line, counted from 1.
    ///
    /// - Parameter cause: The error of a file that the line names.
    package func error(at line: Int?, _ message: String, cause: (any Error)? = nil) -> YAMLError {
        YAMLError(place: place(atLine: line), line: line, message: message, cause: cause)
    }

    /// Names the file and a line, counted from 1, for messages.
    package func place(atLine line: Int?) -> String { line.map { "\(path), line \($0)" } ?? path }
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
    /// The file, the line, the mistake and how to fix it.
    package let description: String
    /// The line, counted from 1; `nil` if unknown.
    package let line: Int?
    /// The mistake and how to fix it, without the file and the line.
    package let message: String

    /// The error of the file that the line names; `nil` if the mistake is in the YAML file.
    package let cause: (any Error)?

    /// Creates an error.
    init(place: String, line: Int?, message: String, cause: (any Error)? = nil) {
        description = place + ": " + message
        self.line = line
        self.message = message
        self.cause = cause
    }
}
