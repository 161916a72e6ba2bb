import Notation
import Timeline

/// The JSON Schema of a timeline's description, which ``DescriptionReader`` reads.
struct TimelineSchema {
    /// The schema.
    static var schema: JSONSchema {
        var schema = TimelineSchema()
        let timeline = schema.object(DescriptionReader.mapping)
        return JSONSchema(
            .timeline, title: "Timeline of pagereel compose", JSONSchema.whole(timeline),
            definitions: StepsSchema.definitions.merging(schema.definitions) { $1 })
    }

    /// The mappings that occur, by their names.
    private var definitions: [String: Any] = [:]

    /// A mapping with known keys.
    private mutating func object(_ mapping: MappingFacts) -> [String: Any] {
        var properties: [String: Any] = [:]
        for key in mapping.keys {
            var value = value(key.shape, named: key.name)
            if !key.meaning.isEmpty { value["description"] = key.meaning }
            properties[key.name] = value
        }
        var object = JSONSchema.object(properties, required: mapping.keys.filter(\.isRequired).map(\.name))
        if !mapping.alternatives.isEmpty { object["oneOf"] = mapping.alternatives.map { ["required": [$0]] } }
        return object
    }

    /// The value of a key.
    private mutating func value(_ shape: KeyShape, named name: String) -> [String: Any] {
        switch shape {
        case .value(let shape): return JSONSchema.value(shape)
        case .flag: return ["type": "boolean"]
        case .off: return ["const": false]
        case .mapping(let mapping): return reference(mapping)
        case .texts: return ["type": "object", "additionalProperties": JSONSchema.value(.text)]
        case .list(let item, let counts):
            var list: [String: Any] = ["type": "array", "items": value(item, named: name)]
            if counts.lowerBound > 0 { list["minItems"] = counts.lowerBound }
            if counts.upperBound < Int.max { list["maxItems"] = counts.upperBound }
            return list
        case .either(let shapes):
            var choices: [[String: Any]] = []
            for shape in shapes { choices.append(value(shape, named: name)) }
            return ["anyOf": choices]
        case .option: return PageOptionReader.schemas[name] ?? [:]
        case .options: return JSONSchema.object(PageOptionReader.schemas)
        }
    }

    /// A reference to a mapping, which is described once.
    private mutating func reference(_ mapping: MappingFacts) -> [String: Any] {
        let name = Self.name(of: mapping)
        if definitions[name] == nil {
            definitions[name] = [String: Any]()
            definitions[name] = object(mapping)
        }
        return JSONSchema.reference(name)
    }

    /// The name of a mapping's definition: `title-box` for a title's box.
    private static func name(of mapping: MappingFacts) -> String {
        let words = mapping.place.replacing("'s", with: "").split(separator: " ")
        return words.filter { !["a", "an", "the"].contains($0) }.joined(separator: "-")
    }
}
