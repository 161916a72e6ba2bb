import Yams

/// Turns YAML's values into fields.
enum YAMLJSON {
    /// A value that aliases, or its own length, make too large.
    struct TooLarge: Error {}

    /// The field of a value: a text, or JSON for a number, a boolean, a list or a mapping.
    ///
    /// - Throws: ``TooLarge``.
    static func field(_ node: Node) throws(TooLarge) -> Field {
        guard node.scalar == nil else { return scalar(node) }
        var text = ""
        try write(node, to: &text, depth: 1)
        return Field(text: text, isLiteral: true)
    }

    private static func scalar(_ node: Node) -> Field {
        guard node.null == nil, let scalar = node.scalar else { return .null }
        // Quotes make a text of anything.
        let isPlain = scalar.style == .plain || scalar.style == .any
        return Field(text: scalar.string, isLiteral: isPlain && JSONScanner.isLiteral(scalar.string))
    }

    private static func write(_ node: Node, to text: inout String, depth: Int) throws(TooLarge) {
        // Aliases can make a small file grow without bound.
        guard depth <= RowLimits.depth, text.utf8.count <= RowLimits.row else { throw TooLarge() }
        if let sequence = node.sequence {
            text += "["
            for (index, item) in sequence.enumerated() {
                if index > 0 { text += "," }
                try write(item, to: &text, depth: depth + 1)
            }
            text += "]"
        } else if let mapping = node.mapping {
            text += "{"
            for (index, pair) in mapping.enumerated() {
                if index > 0 { text += "," }
                text += Field.quoted(pair.key.scalar?.string ?? "") + ":"
                try write(pair.value, to: &text, depth: depth + 1)
            }
            text += "}"
        } else {
            text += scalar(node).json
        }
    }
}
