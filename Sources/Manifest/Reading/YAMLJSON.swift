import Yams

/// Turns YAML's values into fields.
enum YAMLJSON {
    /// The field of a value: a text, or JSON for a number, a boolean, a list or a mapping.
    static func field(_ node: Node) -> Field {
        guard node.scalar == nil else { return scalar(node) }
        var text = ""
        write(node, to: &text)
        return Field(text: text, isLiteral: true)
    }

    private static func scalar(_ node: Node) -> Field {
        guard node.null == nil, let scalar = node.scalar else { return .null }
        // Quotes make a text of anything.
        let isPlain = scalar.style == .plain || scalar.style == .any
        return Field(text: scalar.string, isLiteral: isPlain && JSONScanner.isLiteral(scalar.string))
    }

    private static func write(_ node: Node, to text: inout String) {
        if let sequence = node.sequence {
            text += "["
            for (index, item) in sequence.enumerated() {
                if index > 0 { text += "," }
                write(item, to: &text)
            }
            text += "]"
        } else if let mapping = node.mapping {
            text += "{"
            for (index, pair) in mapping.enumerated() {
                if index > 0 { text += "," }
                text += Field.quoted(pair.key.scalar?.string ?? "") + ":"
                write(pair.value, to: &text)
            }
            text += "}"
        } else {
            text += scalar(node).json
        }
    }
}
