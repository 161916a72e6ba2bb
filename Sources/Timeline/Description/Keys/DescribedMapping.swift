import Notation
import Yams

/// The keys of a mapping in a timeline's description, which are the properties of a type.
@dynamicMemberLookup
struct DescribedMapping<Keys: Sendable>: Sendable {
    /// What is known of the mapping.
    let facts: MappingFacts
    private let keys: Keys

    /// Describes a mapping.
    ///
    /// - Parameters:
    ///   - place: What the mapping describes, as the end of a sentence: `a clip`.
    ///   - keys: The keys; each property is a ``Key``, or a ``KeyGroup``.
    ///   - alternatives: Chooses the keys of which a mapping has exactly one.
    init(_ place: String, _ keys: Keys, oneOf alternatives: (Keys) -> [any DescribedKey] = { _ in [] }) {
        facts = MappingFacts(
            place: place, keys: Self.facts(of: keys), alternatives: alternatives(keys).map(\.facts.name))
        self.keys = keys
    }

    subscript<Property>(dynamicMember path: KeyPath<Keys, Property>) -> Property { keys[keyPath: path] }

    /// What is known of the keys of a type, in the order of their declarations.
    fileprivate static func facts(of keys: Any) -> [KeyFacts] {
        Mirror(reflecting: keys).children.flatMap { child -> [KeyFacts] in
            if let key = child.value as? any DescribedKey { return [key.facts] }
            return (child.value as? any KeyGroup)?.facts ?? []
        }
    }
}

/// Keys that several mappings have.
protocol KeyGroup: Sendable {}

extension KeyGroup {
    /// What is known of the keys.
    var facts: [KeyFacts] { DescribedMapping<Self>.facts(of: self) }

    /// The names of the keys.
    var names: [String] { facts.map(\.name) }
}

/// A mapping, or a value in its place.
enum MappingOr<Value> {
    case mapping(Fields)
    case value(Value)
}

/// A list of mappings, each of which is read when its turn comes.
struct MappingList<Keys: Sendable> {
    let nodes: [Node]
    let file: YAMLFile
    let mapping: DescribedMapping<Keys>

    /// Reads each mapping.
    func map<Value>(_ read: (Fields) throws -> Value) throws -> [Value] {
        try nodes.map { try read(Fields($0, in: file, mapping)) }
    }
}
