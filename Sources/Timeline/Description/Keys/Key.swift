import Composition
package import Notation
import Yams

/// A key of a mapping in a timeline's description: its name, the form of its value and its meaning.
///
/// Readers and schemas know the key by this declaration alone.
struct Key<Value>: DescribedKey {
    let facts: KeyFacts
    private let reading: @Sendable (Fields, String) throws -> Value?

    /// Declares a key.
    ///
    /// - Parameters:
    ///   - shape: What schemas say of the value.
    ///   - meaning: What the key does, as a sentence.
    ///   - missing: What an error says if the key is missing, which must be there.
    ///   - reading: Reads the value of a key; `nil` if the mapping does not have it.
    init(
        _ name: String, _ shape: KeyShape, _ meaning: String, missing: String? = nil,
        reading: @escaping @Sendable (Fields, String) throws -> Value?
    ) {
        facts = KeyFacts(name: name, shape: shape, meaning: meaning, missing: missing)
        self.reading = reading
    }

    /// Declares a key whose value has a form.
    init(_ name: String, _ form: Form<Value>, _ meaning: String, missing: String? = nil) {
        self.init(name, .value(form.shape), meaning, missing: missing) { try $0.value($1, form) }
    }

    var name: String { facts.name }

    /// What an error says if the key is missing.
    var absence: String { facts.missing ?? "\(name) is missing." }

    /// Reads the value from a mapping; `nil` if the mapping does not have the key.
    func value(in fields: Fields) throws -> Value? { try reading(fields, name) }
}

/// A key, whatever the type of its value.
protocol DescribedKey: Sendable {
    var facts: KeyFacts { get }
}

/// What is known of a key, whatever the type of its value.
package struct KeyFacts: Sendable {
    package let name: String
    package let shape: KeyShape
    /// What the key does, as a sentence.
    package let meaning: String
    /// What an error says if the key is missing; `nil` if it may be.
    package let missing: String?

    /// Whether the mapping must have the key.
    package var isRequired: Bool { missing != nil }
}

/// What schemas say of the value of a key.
package indirect enum KeyShape: Sendable {
    /// A text or a number.
    case value(ValueShape)
    /// `true` or `false`.
    case flag
    /// `false`.
    case off
    /// A mapping with known keys.
    case mapping(MappingFacts)
    /// A mapping of names to texts.
    case texts
    /// A list of items of one kind, with a range for their number.
    case list(KeyShape, ClosedRange<Int>)
    /// One of several kinds of values.
    case either([KeyShape])
    /// The value of the option of `record` that has the key's name.
    case option
    /// A mapping with options of `record`.
    case options
}

/// What is known of a mapping.
package struct MappingFacts: Sendable {
    /// What the mapping describes, as the end of a sentence: `a clip`.
    package let place: String
    /// The keys, in the order of messages.
    package let keys: [KeyFacts]
    /// Keys of which a mapping has exactly one; empty if there are no such keys.
    package let alternatives: [String]
}
