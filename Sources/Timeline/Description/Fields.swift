import Composition
import Foundation
import Frames
import Notation
import Yams

/// The values of one mapping of a description, by key.
///
/// Each accessor takes a key and the expected type. A value of another type is an error that names its place.
struct Fields {
    let file: YAMLFile
    let node: Node
    private let entries: [String: (mark: YAMLFile.Mark?, node: Node)]

    /// Reads a mapping.
    ///
    /// - Throws: `YAMLError` for an unknown key, with a suggestion.
    init<Keys>(_ node: Node, in file: YAMLFile, _ mapping: DescribedMapping<Keys>) throws {
        let place = mapping.facts.place
        let known = mapping.facts.keys.map(\.name)
        self.file = file
        self.node = node
        // One key only: the first two may exclude each other.
        let hint = "Write \(place) as keys and values, like {\(known.first ?? ""): …}."
        var entries: [String: (mark: YAMLFile.Mark?, node: Node)] = [:]
        for (key, mark, value) in try file.entries(of: node, hint) {
            guard known.contains(key) else {
                let advice = Self.advice(for: key, among: known) ?? known.suggestion(for: key)
                throw file.error(at: mark, "\(place) has no key '\(key)'.\(advice)".capitalizedFirst)
            }
            entries[key] = (mark, value)
        }
        self.entries = entries
    }

    /// Keys as other programs call them, and the keys that may be meant.
    private static let foreignKeys: [String: [String]] = [
        "image": ["src"], "file": ["src"], "path": ["src"], "source": ["src"], "video": ["src"],
        "url": ["page", "src"],
        "text": ["title"], "transition": ["then"], "position": ["anchor"], "start": ["in", "at"], "end": ["out"],
        "length": ["for"], "clips": ["video"], "music": ["audio"], "sounds": ["audio"],
    ]

    /// Suggests what is meant by a key of other programs or of a clip's page, as a sentence after a space; `nil` for
    /// another key.
    private static func advice(for key: String, among known: [String]) -> String? {
        let meant = (foreignKeys[key.lowercased()] ?? []).filter(known.contains)
        if !meant.isEmpty { return " Did you mean \(meant.joined(separator: " or "))?" }
        let page = ClipKeys.mapping.shared.page.name
        guard known.contains(page), PageKeys.mapping.facts.keys.contains(where: { $0.name == key }) else { return nil }
        return " It belongs to a page: write \(page): {src: page.html, \(key): …}."
    }

    /// Where the mapping begins.
    var mark: YAMLFile.Mark? { node.start }

    /// What the mapping states, for its part of the timeline.
    var stated: Stated {
        var stated = Stated(mark: mark)
        stated.value = JSONValue(node)
        stated.marks = entries.compactMapValues(\.mark)
        return stated
    }

    /// The keys that are present, sorted.
    var keys: [String] { entries.keys.sorted() }

    /// The node of a key; `nil` if the mapping does not have it.
    subscript(_ key: String) -> Node? { entries[key]?.node }

    /// The place of a key, or else of the mapping.
    func mark(of key: String) -> YAMLFile.Mark? { entries[key]?.mark ?? mark }

    /// An error in the whole mapping.
    func error(_ message: String) -> YAMLError { file.error(at: mark, message) }

    /// An error in the value of a key.
    func error(_ key: String, _ message: String) -> YAMLError { file.error(at: mark(of: key), message) }

    // MARK: Values

    /// The value of a key; `nil` if the mapping does not have it.
    func value<Value>(_ key: Key<Value>) throws -> Value? { try key.value(in: self) }

    /// The value of a key that must be there.
    ///
    /// - Throws: `YAMLError`, with the key's own message if it is missing.
    func required<Value>(_ key: Key<Value>) throws -> Value {
        guard let value = try key.value(in: self) else {
            throw error(key.name, key.absence)
        }
        return value
    }

    /// A value parsed from a string.
    func value<Value>(_ key: String, _ form: Form<Value>) throws -> Value? {
        try self[key].map { try file.value(of: key, at: mark(of: key), $0, form) }
    }

    /// A Boolean.
    ///
    /// - Parameter words: The accepted values, for messages.
    func bool(_ key: String, _ words: String = "true or false") throws -> Bool? {
        try value(key, Form(words) { $0.isOn })
    }

    // MARK: Lists

    /// The items of a list.
    func list(_ key: String) throws -> [Node]? {
        guard let node = self[key] else { return nil }
        guard let sequence = node.sequence else { throw error(key, "\(key) must be a list.") }
        return Array(sequence)
    }

    /// The values of a list of fixed length.
    func values<Value>(
        _ key: String, count: Int, _ expected: String, _ make: (String) -> Value?
    ) throws -> [Value]? {
        guard let items = try list(key) else { return nil }
        let values = items.compactMap { $0.scalar.flatMap { make($0.string) } }
        guard values.count == count, items.count == count else { throw error(key, "\(key) must be \(expected).") }
        return values
    }

    /// A fade: one time for both ends, or a list of two times.
    func fades(_ key: String) throws -> Fades? {
        guard let node = self[key] else { return nil }
        let form = "\(key) must be a time like 0.5s for both ends, or two times for start and end, like [1s, 2s]."
        let nodes = node.sequence.map { Array($0) } ?? [node]
        let times = nodes.compactMap { $0.scalar.flatMap { TimelineTime($0.string) } }
        guard times.count == nodes.count, times.count <= 2, let first = times.first, let last = times.last else {
            throw error(key, form)
        }
        return Fades(in: first, out: last)
    }
}

extension String {
    /// The text with its first letter capitalized.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The Boolean meaning of a YAML word: true, yes, on and their opposites.
    var isOn: Bool? {
        switch lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }
}
