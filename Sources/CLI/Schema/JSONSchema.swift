import Foundation
import Notation

/// The schema of a file or an output (JSON Schema, draft 2020-12).
struct JSONSchema {
    /// What is described.
    let kind: SchemaKind
    private let content: [String: Any]

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - content: The keywords that decide which values are valid.
    ///   - definitions: The parts that ``reference(_:)`` names.
    init(
        _ kind: SchemaKind, title: String, _ content: [String: Any], definitions: [String: Any] = [:]
    ) {
        self.kind = kind
        let frame: [String: Any] = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": kind.identifier, "title": title,
        ].merging(definitions.isEmpty ? [:] : ["$defs": definitions]) { $1 }
        self.content = content.merging(frame) { $1 }
    }

    /// The schema's text.
    func text() throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: content, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    // MARK: Parts

    /// A reference to a definition.
    static func reference(_ name: String) -> [String: Any] { ["$ref": "#/$defs/\(name)"] }

    /// An object that has no other properties.
    static func object(_ properties: [String: Any], required: [String] = []) -> [String: Any] {
        ["type": "object", "properties": properties, "required": required, "additionalProperties": false]
    }

    /// An object that is a whole file, which may name its schema.
    static func whole(_ object: [String: Any]) -> [String: Any] {
        var (object, properties) = (object, object["properties"] as? [String: Any] ?? [:])
        properties[YAMLFile.schemaKey] = ["type": "string", "description": "The schema, for editors; ignored."]
        object["properties"] = properties
        return object
    }

    /// A list, or one item alone.
    static func oneOrMore(_ item: [String: Any]) -> [String: Any] {
        ["anyOf": [item, ["type": "array", "items": item]]]
    }

    /// A value that may be missing behind its key.
    static func orNull(_ value: [String: Any]) -> [String: Any] {
        let types = value["type"] as? [String] ?? (value["type"] as? String).map { [$0] }
        // Editors explain a mistake better than behind anyOf.
        guard let types else { return ["anyOf": [value, ["type": "null"]]] }
        return value.merging(["type": types + ["null"]]) { $1 }
    }

    /// A value of a shape.
    static func value(_ shape: ValueShape) -> [String: Any] {
        switch shape {
        case .text: ["type": ["string", "number", "boolean"]]
        case .notation: ["type": ["string", "number"]]
        case .pattern(let pattern):
            ["type": hasNumbers(pattern) ? ["string", "number"] : ["string"], "pattern": pattern]
        case .words(let words): ["enum": words as [Any] + words.compactMap { Int($0) }]
        case .number(let range): number(from: range.lowerBound, to: range.upperBound, isWhole: false)
        case .wholeNumber(let range): number(from: range.lowerBound, to: range.upperBound, isWhole: true)
        }
    }

    /// Whether a number can match a pattern.
    private static func hasNumbers(_ pattern: String) -> Bool {
        // A pattern that Swift cannot read allows everything.
        (try? Regex(pattern)).map { "1".contains($0) } ?? true
    }

    /// A number, which may be in quotes.
    private static func number(from least: any Numeric, to most: any Numeric, isWhole: Bool) -> [String: Any] {
        [
            "type": [isWhole ? "integer" : "number", "string"], "minimum": least, "maximum": most,
            "pattern": isWhole ? "^[+-]?[0-9]+$" : "^[+-]?[0-9]*\\.?[0-9]+([eE][+-]?[0-9]+)?$",
        ]
    }
}
