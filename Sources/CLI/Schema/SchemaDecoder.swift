import Notation

/// Finds out what a type decodes from: decodes it from made-up values, and notes what it asks for.
final class SchemaDecoder: Decoder {
    /// What the type asked for.
    private(set) var schema: [String: Any] = [:]
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// The type that is decoded.
    private let type: Any.Type

    private init(_ type: Any.Type) { self.type = type }

    /// Returns the schema of what a type decodes from.
    ///
    /// Keys that may be missing are those that it decodes only if they are present.
    ///
    /// - Throws: What the type throws for the made-up values: an empty text, 0 and `false`.
    static func schema<Value: Decodable>(of type: Value.Type) throws -> [String: Any] { try decode(type).schema }

    private static func decode<Value: Decodable>(_ type: Value.Type) throws -> (value: Value, schema: [String: Any]) {
        if let words = type as? any (CaseIterable & RawRepresentable<String>).Type,
            let word = first(of: words) as? Value
        {
            return (word, JSONSchema.value(.words(all(of: words))))
        }
        let decoder = SchemaDecoder(type)
        let value = try Value(from: decoder)
        return (value, decoder.isNullable ? JSONSchema.orNull(decoder.schema) : decoder.schema)
    }

    private static func first<Word: CaseIterable>(of type: Word.Type) -> Word? { type.allCases.first }

    private static func all<Word: CaseIterable & RawRepresentable<String>>(of type: Word.Type) -> [String] {
        type.allCases.map(\.rawValue)
    }

    private var isNullable = false

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        schema = JSONSchema.object([:])
        return KeyedDecodingContainer(Members<Key>(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Items(decoder: self) }

    func singleValueContainer() -> any SingleValueDecodingContainer { Scalar(decoder: self) }

    /// The members of an object.
    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: SchemaDecoder
        /// The key whose member may be missing.
        private final class Optional { var key: String? }
        private let optional = Optional()
        let codingPath: [any CodingKey] = []
        let allKeys: [Key] = []

        init(decoder: SchemaDecoder) { self.decoder = decoder }

        // Asked only before a member is decoded that may be missing.
        func contains(_ key: Key) -> Bool {
            optional.key = key.stringValue
            return true
        }

        func decodeNil(forKey key: Key) -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let (value, schema) = try SchemaDecoder.decode(type)
            var properties = decoder.schema["properties"] as? [String: Any] ?? [:]
            properties[key.stringValue] = schema
            decoder.schema["properties"] = properties
            if optional.key != key.stringValue {
                decoder.schema["required"] = (decoder.schema["required"] as? [String] ?? []) + [key.stringValue]
            }
            return value
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw decoder.unsupported }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw decoder.unsupported
        }

        func superDecoder() throws -> any Decoder { throw decoder.unsupported }

        func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.unsupported }
    }

    /// A list with one item.
    private struct Items: UnkeyedDecodingContainer {
        let decoder: SchemaDecoder
        let codingPath: [any CodingKey] = []
        let count: Int? = 1
        private(set) var currentIndex = 0
        var isAtEnd: Bool { currentIndex == 1 }

        mutating func decodeNil() -> Bool { false }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let (value, schema) = try SchemaDecoder.decode(type)
            decoder.schema = ["type": "array", "items": schema]
            currentIndex = 1
            return value
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { throw decoder.unsupported }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw decoder.unsupported }

        mutating func superDecoder() throws -> any Decoder { throw decoder.unsupported }
    }

    /// A text, a number, a Boolean or `null`.
    private struct Scalar: SingleValueDecodingContainer {
        let decoder: SchemaDecoder
        let codingPath: [any CodingKey] = []

        func decodeNil() -> Bool {
            decoder.isNullable = true
            return false
        }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let scalars: [(type: String, value: any Decodable)] = [
                ("string", ""), ("integer", 0), ("integer", UInt64(0)), ("number", 0.0), ("boolean", false),
            ]
            for scalar in scalars {
                guard let value = scalar.value as? Value else { continue }
                decoder.schema = ["type": scalar.type]
                return value
            }
            // Another scalar of Swift decodes itself from itself, without end.
            guard type != decoder.type else { throw decoder.unsupported }
            let (value, schema) = try SchemaDecoder.decode(type)
            decoder.schema = schema
            return value
        }
    }

    private var unsupported: DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "A schema cannot describe this."))
    }
}
