import Synchronization
import TestSupport

/// Changes a YAML or JSON text at the level of its nodes.
///
/// The grammar is that of the seeds: which keys a mapping of a name has, and which values a key has.
struct TreeMutator: Mutator {
    /// How changed trees are written.
    enum Style: Sendable {
        case json, yaml
        /// A line of JSON for each item of a list.
        case jsonLines
    }

    let style: Style
    /// Texts that are tried as values of any key.
    var dictionary: [String] = []
    /// The values of each name; those of lists' items are below their list's name and `[]`.
    private var values: [String: [Tree]] = [:]
    /// The keys of the mappings of each name.
    private var keys: [String: [String]] = [:]
    private var whole: [Tree] = []
    private let written = TreeCache()
    /// The size of the largest part of a seed that is put into other inputs.
    private static let mostNodes = 200

    init(_ style: Style, dictionary: [String] = []) {
        self.style = style
        self.dictionary = dictionary
    }

    func learning(from seeds: [[UInt8]]) -> any Mutator {
        var learned = self
        var seen: Set<[String]> = []
        for seed in seeds {
            guard let tree = tree(seed) else { continue }
            learned.whole.append(tree)
            tree.visit { name, node in
                // Large parts of a file are found in their place only.
                if node.count <= Self.mostNodes, seen.insert([name, node.json]).inserted {
                    learned.values[name, default: []].append(node)
                }
                guard case .mapping(let pairs) = node else { return }
                for pair in pairs where seen.insert([name, "key", pair.key]).inserted {
                    learned.keys[name, default: []].append(pair.key)
                }
            }
        }
        return learned
    }

    func mutate(_ bytes: [UInt8], using chances: inout SplitMix, bytes change: ([UInt8]) -> [UInt8]) -> [UInt8] {
        guard !chances.isOne(in: 24), var tree = tree(bytes) ?? whole.randomElement(using: &chances) else {
            return change(bytes)
        }
        for _ in 0...chances.below(3) {
            var number = chances.below(tree.count)
            tree.change(&number) { name, node in mutate(&node, name, using: &chances, change) }
        }
        let result = output(of: tree, depth: chances.below(6))
        written[result] = tree
        return result
    }

    private func output(of tree: Tree, depth: Int) -> [UInt8] {
        switch style {
        case .json: return Array(tree.json.utf8)
        case .yaml: return Array(tree.yaml(depth: depth).utf8)
        case .jsonLines:
            guard case .list(let rows) = tree else { return Array(tree.json.utf8) }
            return rows.flatMap { Array($0.json.utf8) + [UInt8(ascii: "\n")] }
        }
    }

    private func tree(_ bytes: [UInt8]) -> Tree? {
        if let tree = written[bytes] { return tree }
        guard style == .jsonLines else { return Tree(String(decoding: bytes, as: UTF8.self)) }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Tree(String(decoding: $0, as: UTF8.self)) }
        return lines.contains(nil) || lines.isEmpty ? nil : .list(lines.compactMap(\.self))
    }

    private func mutate(
        _ node: inout Tree, _ name: String, using chances: inout SplitMix, _ bytes: ([UInt8]) -> [UInt8]
    ) {
        if chances.isOne(in: 3), let value = values[name]?.randomElement(using: &chances) {
            node = value
            return
        }
        switch node {
        case .mapping(var pairs):
            switch chances.below(5) {
            case 0 where !pairs.isEmpty: pairs.remove(at: chances.below(pairs.count))
            case 1 where pairs.count > 1: pairs.swapAt(0, chances.below(pairs.count))
            case 2 where !pairs.isEmpty && chances.isOne(in: 4): pairs.append(pairs[chances.below(pairs.count)])
            default:
                guard let key = keys[name]?.randomElement(using: &chances),
                    let value = values[key]?.randomElement(using: &chances)
                else { break }
                if let place = pairs.firstIndex(where: { $0.key == key }) {
                    pairs[place].value = value
                } else {
                    pairs.append(.init(key: key, value: value))
                }
            }
            node = .mapping(pairs)
        case .list(var items):
            switch chances.below(5) {
            case 0 where !items.isEmpty: items.remove(at: chances.below(items.count))
            case 1 where items.count > 1: items.swapAt(0, chances.below(items.count))
            case 2 where !items.isEmpty: items.append(items[chances.below(items.count)])
            default:
                guard let value = values[name + "[]"]?.randomElement(using: &chances) else { break }
                items.insert(value, at: chances.below(items.count + 1))
            }
            node = .list(items)
        case .scalar(let text, let isQuoted):
            node = scalar(text, isQuoted: isQuoted, using: &chances, bytes)
        }
    }

    private func scalar(
        _ text: String, isQuoted: Bool, using chances: inout SplitMix, _ bytes: ([UInt8]) -> [UInt8]
    ) -> Tree {
        let number = text.prefix { $0.isASCII && ($0.isNumber || "-.".contains($0)) }
        switch chances.below(10) {
        case 0...4:
            let new = Boundary.numbers[chances.below(Boundary.numbers.count)]
            // The unit stays.
            guard !number.isEmpty else { fallthrough }
            return .scalar(new + text[number.endIndex...], isQuoted: isQuoted)
        case 5:
            guard let word = dictionary.randomElement(using: &chances) else { fallthrough }
            return .scalar(word, isQuoted: isQuoted)
        case 6:
            let other = Array(values.keys).randomElement(using: &chances).flatMap { values[$0] }?.first
            return other ?? .scalar(text, isQuoted: !isQuoted)
        case 7: return .scalar(text + Boundary.texts[chances.below(Boundary.texts.count)], isQuoted: true)
        case 8:
            return .scalar(String(decoding: bytes(Array(text.utf8)), as: UTF8.self), isQuoted: true)
        default:
            let words = WordMutator(dictionary: Boundary.texts + dictionary)
            return .scalar(
                String(decoding: words.mutate(Array(text.utf8), using: &chances, bytes: bytes), as: UTF8.self),
                isQuoted: isQuoted)
        }
    }
}

/// The trees of the inputs that were written last, because parsing takes longer than the readers.
private final class TreeCache: Sendable {
    private let trees = Mutex<[[UInt8]: Tree]>([:])
    private static let most = 4000

    subscript(bytes: [UInt8]) -> Tree? {
        get { trees.withLock { $0[bytes] } }
        set {
            trees.withLock {
                if $0.count >= Self.most { $0.removeAll(keepingCapacity: true) }
                $0[bytes] = newValue
            }
        }
    }
}
