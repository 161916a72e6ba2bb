package import Notation
import Yams

/// What a file states about a part of a timeline: its places for messages, and its values for interchange files.
///
/// Empty for a part that a program states.
package struct Stated: Sendable {
    /// The values.
    package var value = JSONValue.null
    /// Where the part begins.
    package var mark: YAMLFile.Mark?
    /// The places of the keys that are stated.
    package var marks: [String: YAMLFile.Mark] = [:]
    /// The places of the times of keyframes.
    var keyFrameMarks: [YAMLFile.Mark?] = []

    /// Creates the statement of a program, or of a place.
    package init(mark: YAMLFile.Mark? = nil) { self.mark = mark }

    /// The place of a key, or else of the part.
    subscript(_ key: String) -> YAMLFile.Mark? { marks[key] ?? mark }

    /// The place of a keyframe.
    func mark(ofKeyFrame index: Int) -> YAMLFile.Mark? {
        keyFrameMarks.indices.contains(index) ? keyFrameMarks[index] : mark
    }
}

/// A JSON value, for the metadata in interchange files.
package enum JSONValue: Encodable, Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// Converts a YAML node.
    ///
    /// Numbers and Booleans keep their type if JSON writes them the same way; all other scalars become strings.
    init(_ node: Node) {
        switch node {
        case .mapping(let mapping):
            let members = mapping.compactMap { key, value in key.scalar.map { ($0.string, JSONValue(value)) } }
            self = .object(Dictionary(members) { first, _ in first })
        case .sequence(let sequence): self = .list(sequence.map { JSONValue($0) })
        case .scalar(let scalar): self = JSONValue(scalar)
        case .alias: self = .null
        }
    }

    /// A member of an object; `nil` if it is missing.
    package func member(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    private init(_ scalar: Node.Scalar) {
        let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
        if !isQuoted, let integer = Int(scalar.string), String(integer) == scalar.string {
            self = .integer(integer)
        } else if !isQuoted, let number = Double(scalar.string), String(number) == scalar.string, number.isFinite {
            self = .number(number)
        } else if !isQuoted, ["true", "false"].contains(scalar.string) {
            self = .bool(scalar.string == "true")
        } else {
            self = .text(scalar.string)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
