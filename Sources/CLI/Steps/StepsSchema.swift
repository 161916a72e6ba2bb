import EngineLink
import Notation

/// The JSON Schema of a file of steps, for editors (JSON Schema, draft 2020-12).
///
/// A test compares it with what ``StepsReader`` accepts.
enum StepsSchema {
    /// The schema.
    static var schema: JSONSchema {
        let file = file
        return JSONSchema(
            .steps, title: "Steps of pagereel", ["anyOf": [reference("steps"), JSONSchema.whole(file)]],
            definitions: definitions)
    }

    /// The parts of the schema, for schemas of files that have steps too.
    static var definitions: [String: Any] {
        [
            "steps": ["type": "array", "items": reference("step")],
            "steps-file": file,
            "step": ["anyOf": StepItem.actions.keys.sorted().map(step)],
            "time": [
                "description": "A length of time, such as 1.5s, 250ms, 2m, 1m30s or 1:30.",
                "anyOf": [["type": "string"], ["type": "number"]],
            ],
            "text": JSONSchema.value(.text),
            "point": ["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2],
            "target": target(with: [:]),
            "place": target(with: ["position": reference("point")]),
            "condition": condition,
            "pointer": pointer,
        ]
    }

    private static func reference(_ name: String) -> [String: Any] { JSONSchema.reference(name) }

    private static func object(_ properties: [String: Any], required: [String] = []) -> [String: Any] {
        JSONSchema.object(properties, required: required)
    }

    private static var file: [String: Any] {
        object(
            [
                "steps": reference("steps"), "folder": ["type": "string"], "pointer": reference("pointer"),
                "vars": ["type": "object", "additionalProperties": reference("text")],
            ], required: ["steps"])
    }

    private static var pointer: [String: Any] {
        let sizes = PointerStyle.sizeRange
        let truth = ["type": "boolean"]
        let style = object([
            "size": ["type": "integer", "minimum": sizes.lowerBound, "maximum": sizes.upperBound],
            "color": ["type": "string"], "clicks": truth, "keys": truth, "captions": truth,
        ])
        return ["anyOf": [truth, style]]
    }

    // MARK: Steps

    /// What follows an action, and its other keys.
    private static func value(of key: String, in action: String) -> [String: Any] {
        switch key {
        case "click", "double-click", "right-click", "hover", "drag", "to": reference("place")
        case "check", "uncheck", "if", "highlight", "into", "from", "of": reference("target")
        case "by" where action == "zoom": ["type": ["number", "string"]]
        case "move", "by": reference("point")
        case "scroll", "zoom": ["anyOf": [["type": "number"], reference("target")]]
        case "wait": ["anyOf": [reference("time"), reference("condition")]]
        case "expect": reference("condition")
        case "upload": ["anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]]
        case "pause", "resume", "stop": ["type": ["null", "string"], "maxLength": 0]
        case "every", "for": reference("time")
        case "then": reference("steps")
        case "with": ["type": "object", "additionalProperties": reference("text")]
        default: reference("text")
        }
    }

    /// The keys that an action needs beside itself.
    private static func required(by action: String) -> [String] {
        switch action {
        case "select": ["from"]
        case "upload", "fill": ["into"]
        case "caption", "highlight": ["for"]
        case "if": ["then"]
        default: []
        }
    }

    private static func step(_ action: String) -> [String: Any] {
        let details = StepItem.actions[action] ?? []
        var properties: [String: Any] = [action: value(of: action, in: action)]
        for detail in details { properties[detail] = value(of: detail, in: action) }
        if action != "include" {
            properties["at"] = reference("time")
            properties["timeout"] = reference("time")
        }
        var schema = object(properties, required: [action] + required(by: action))
        if action == "drag" { schema["oneOf"] = [["required": ["to"]], ["required": ["by"]]] }
        return schema
    }

    // MARK: Elements and conditions

    /// An element: a selector, or a mapping with one way to find it.
    ///
    /// - Parameter others: Keys that may stand beside those of the element.
    private static func target(with others: [String: Any]) -> [String: Any] {
        let kinds = PageTarget.Kind.allCases.map(\.rawValue)
        let mappings = kinds.map { kind in
            var properties: [String: Any] = [
                kind: reference("text"), "exact": ["type": "boolean"], "nth": ["type": ["integer", "string"]],
                "frame": ["anyOf": [reference("target"), ["type": "array", "items": reference("target")]]],
            ]
            if kind == "role" { properties["name"] = reference("text") }
            return object(properties.merging(others) { $1 }, required: [kind])
        }
        return ["anyOf": [["type": "string"]] + mappings]
    }

    private static var condition: [String: Any] {
        let states = PageCondition.State.allCases.map(\.rawValue)
        let text = reference("text")
        let tests: [String: Any] = [
            "state": ["enum": states], "has-text": text, "has-value": text,
            "count": ["type": ["integer", "string"], "minimum": 0],
        ]
        let alone = ["url", "script", "signal"].map { object([$0: text], required: [$0]) }
        return ["anyOf": [target(with: tests)] + alone]
    }
}
