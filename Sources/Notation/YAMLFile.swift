package import Yams

/// A file that somebody wrote in YAML, and whose mistakes are told by their
/// lines.
package struct YAMLFile: Sendable {
    /// Its name as it was given.
    package let path: String
    /// What is in it.
    package let text: String

    /// Takes a file that has been read.
    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// The file's one document; nothing in an empty file.
    ///
    /// - Throws: ``YAMLError``.
    package func root() throws -> Node? {
        do {
            return try Parser(yaml: text).singleRoot()
        } catch let problem as YamlError {
            switch problem {
            case .scanner(let context, let text, let mark, _), .parser(let context, let text, let mark, _),
                .composer(let context, let text, let mark, _):
                let sentence = [context?.text, text].compactMap(\.self).joined(separator: ", ")
                throw error(at: mark.line, "This cannot be read as YAML: \(sentence).")
            case .reader(let text, let offset, _, _):
                let line = offset.map { self.text.prefix($0).count(where: \.isNewline) + 1 }
                throw error(at: line, "This cannot be read as YAML: \(text).")
            case .duplicatedKeysInMapping(let keys, let context):
                throw error(at: context.mark.line, "\(keys.joined(separator: " and ")) is there more than once.")
            default:
                throw error(at: nil, "This cannot be read as YAML: \(problem)")
            }
        }
    }

    // MARK: What stands where

    /// The entries of a mapping, in order.
    ///
    /// - Parameter hint: What is expected, as a sentence.
    package func entries(of node: Node, _ hint: String) throws -> [(key: String, line: Int?, value: Node)] {
        guard let mapping = node.mapping else { throw error(at: node, "Names and values are expected here. \(hint)") }
        return try mapping.map { key, value in
            guard let text = key.scalar?.string else { throw error(at: key, "A name is expected here. \(hint)") }
            return (text, key.mark?.line, value)
        }
    }

    /// The items of a list.
    package func items(of node: Node, _ hint: String) throws -> [Node] {
        guard let sequence = node.sequence else { throw error(at: node, "A list is expected here. \(hint)") }
        return Array(sequence)
    }

    /// A text, or a number as it stands there: 29.97 is not to change on the
    /// way.
    package func text(_ node: Node, _ hint: String) throws -> String {
        guard node.null == nil, let text = node.scalar?.string else {
            throw error(at: node, "A text or a number is expected here. \(hint)")
        }
        return text
    }

    /// A mistake at a node.
    package func error(at node: Node, _ message: String) -> YAMLError { error(at: node.mark?.line, message) }

    /// A mistake in a line, counted from 1.
    package func error(at line: Int?, _ message: String) -> YAMLError {
        YAMLError(description: (line.map { "\(path), line \($0)" } ?? path) + ": " + message)
    }
}
