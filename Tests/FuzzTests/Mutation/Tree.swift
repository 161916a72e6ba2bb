import Foundation
import Notation
import Yams

/// A value of YAML or JSON.
indirect enum Tree: Hashable {
    /// - Parameter isQuoted: Whether it is a text even if it looks like a number.
    case scalar(String, isQuoted: Bool)
    case list([Tree])
    case mapping([Pair])

    struct Pair: Hashable {
        var key: String
        var value: Tree
    }

    /// Reads a text; `nil` if it is neither YAML nor JSON, or has more than one document.
    init?(_ text: String) {
        // A text that cannot be parsed is changed in another way.
        guard let root = try? YAMLFile(path: "", text: text).root() else { return nil }
        self.init(root)
    }

    private init(_ node: Node) {
        switch node {
        case .scalar(let scalar):
            self = .scalar(scalar.string, isQuoted: scalar.style == .doubleQuoted || scalar.style == .singleQuoted)
        case .sequence(let sequence): self = .list(sequence.map(Tree.init))
        case .mapping(let mapping):
            self = .mapping(mapping.map { Pair(key: $0.scalar?.string ?? "?", value: Tree($1)) })
        case .alias: self = .scalar("~", isQuoted: false)
        }
    }

    /// The number of nodes, with this one.
    var count: Int {
        switch self {
        case .scalar: 1
        case .list(let items): items.reduce(1) { $0 + $1.count }
        case .mapping(let pairs): pairs.reduce(1) { $0 + $1.value.count }
        }
    }

    /// Calls a function with each node and the name it has: the key of its own or of the list that it is in.
    func visit(_ name: String = "", _ body: (String, Tree) -> Void) {
        body(name, self)
        switch self {
        case .scalar: break
        case .list(let items): for item in items { item.visit(name + "[]", body) }
        case .mapping(let pairs): for pair in pairs { pair.value.visit(pair.key, body) }
        }
    }

    /// Changes the node with a number, counted from 0 in the order of ``visit(_:_:)``.
    mutating func change(_ number: inout Int, _ name: String = "", _ body: (String, inout Tree) -> Void) {
        guard number > 0 else {
            if number == 0 { body(name, &self) }
            number = -1
            return
        }
        number -= 1
        switch self {
        case .scalar: break
        case .list(var items):
            for index in items.indices where number >= 0 { items[index].change(&number, name + "[]", body) }
            self = .list(items)
        case .mapping(var pairs):
            for index in pairs.indices where number >= 0 { pairs[index].value.change(&number, pairs[index].key, body) }
            self = .mapping(pairs)
        }
    }

    // MARK: Writing

    /// The tree as JSON.
    var json: String {
        switch self {
        case .scalar(let text, let isQuoted): isQuoted || !Self.isJSONLiteral(text) ? Self.quoted(text) : text
        case .list(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
        case .mapping(let pairs):
            "{" + pairs.map { Self.quoted($0.key) + ":" + $0.value.json }.joined(separator: ",") + "}"
        }
    }

    /// The tree as YAML, in lines of their own down to some depth.
    func yaml(indent: Int = 0, depth: Int = 3) -> String {
        let space = String(repeating: " ", count: indent)
        switch self {
        case .list(let items) where depth > 0 && !items.isEmpty:
            return items.map { item in
                let text = item.yaml(indent: indent + 2, depth: depth - 1)
                return item.isBlock(depth - 1) ? "\(space)- " + text.dropFirst(indent + 2) : "\(space)- \(text)\n"
            }.joined()
        case .mapping(let pairs) where depth > 0 && !pairs.isEmpty:
            return pairs.map { pair in
                let text = pair.value.yaml(indent: indent + 2, depth: depth - 1)
                let key = space + Self.plain(pair.key) + ":"
                return pair.value.isBlock(depth - 1) ? "\(key)\n\(text)" : "\(key) \(text)\n"
            }.joined()
        case .list(let items): return "[" + items.map { $0.yaml(depth: 0) }.joined(separator: ", ") + "]"
        case .mapping(let pairs):
            return "{" + pairs.map { Self.plain($0.key) + ": " + $0.value.yaml(depth: 0) }.joined(separator: ", ") + "}"
        case .scalar(let text, let isQuoted): return isQuoted ? Self.quoted(text) : Self.plain(text)
        }
    }

    private func isBlock(_ depth: Int) -> Bool {
        switch self {
        case .list(let items): depth > 0 && !items.isEmpty
        case .mapping(let pairs): depth > 0 && !pairs.isEmpty
        case .scalar: false
        }
    }

    private static func isJSONLiteral(_ text: String) -> Bool {
        // Without regular expressions, which take longer than the readers.
        if ["null", "true", "false"].contains(text) { return true }
        var rest = text.utf8[...]
        func digits() -> Int {
            let count = rest.prefix { 48...57 ~= $0 }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let isZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole == 1 || whole > 1 && !isZero else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digits() > 0 else { return false }
        }
        if let sign = rest.first, sign | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// A text as YAML, without quotes if it is short and harmless.
    private static func plain(_ text: String) -> String {
        let isHarmless = text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "_.+/ %~-".utf8.contains($0)
            }
        }
        let isPlain =
            isHarmless && !" %".contains(text.first ?? " ") && text.last != " " && !["-", "---"].contains(text)
        return isPlain && !text.hasPrefix("- ") ? text : quoted(text)
    }

    /// A text in double quotes, for YAML and JSON.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f || (0x80..<0xa0).contains(scalar.value),
                "\u{FEFF}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
