import Composition
import Notation
import Yams

/// Reads transitions between clips.
struct TransitionReader {
    /// The file that is read.
    let file: YAMLFile
    /// The values for keys that are left out.
    let fallback: TransitionDescription

    /// The words for a cut.
    static let none = ["none", "cut"]
    /// The words for the kinds of transitions.
    static let types = [
        "fade", "fade-black", "fade-white", "fade-through", "wipe", "slide", "push", "bounce-up", "zoom",
    ]
    private static let keys = ["type", "direction", "duration", "ease", "color", "softness"]
    /// The types whose direction of movement can be chosen.
    private static let moving = ["wipe", "slide", "push"]

    /// Reads a name, or a mapping with a type; `nil` for a cut.
    func transition(_ node: Node, key: String, in outer: Fields) throws -> TransitionDescription? {
        if node.mapping == nil {
            guard let type = try outer.text(key) else { return nil }
            return try transition(type, nil, at: outer.line(of: key))
        }
        let fields = try Fields(node, in: file, known: Self.keys, of: "a transition")
        guard let type = try fields.text("type") else {
            throw file.error(at: node, "The transition has no type. Write, for example, type: fade.")
        }
        return try transition(type, fields, at: fields.line(of: "type"))
    }

    private func transition(_ type: String, _ fields: Fields?, at line: Int?) throws -> TransitionDescription? {
        if Self.none.contains(type) || type.isOn == false {
            if let key = fields?.keys.first(where: { $0 != "type" }) {
                throw file.error(at: fields?.line(of: key), "A cut does not support \(key).")
            }
            return nil
        }
        guard Self.types.contains(type) else {
            throw file.error(
                at: line, "There is no transition '\(type)'.\((Self.types + Self.none).suggestion(for: type))")
        }
        let allowed = ["type", "duration", "ease"] + Self.ownKeys(of: type)
        if let fields, let key = fields.keys.first(where: { !allowed.contains($0) }) {
            throw fields.error(key, "The transition \(type) does not support \(key).")
        }
        var transition = fallback
        transition.kind = try kind(type, fields, at: line)
        if let length = try fields?.length("duration") { transition.length = length.value }
        transition.easing = try fields?.choice("ease", Easing.self) ?? .linear
        transition.direction = try fields?.choice("direction", Transition.Direction.self) ?? .left
        return transition
    }

    private static func ownKeys(of type: String) -> [String] {
        switch type {
        case "fade-through": ["color"]
        case "wipe": ["direction", "softness"]
        case _ where moving.contains(type): ["direction"]
        default: []
        }
    }

    private func kind(_ type: String, _ fields: Fields?, at line: Int?) throws -> Transition.Kind {
        switch type {
        case "fade": return .fade
        case "fade-black": return .fadeThrough(.black)
        case "fade-white": return .fadeThrough(Color(red: 255, green: 255, blue: 255))
        case "fade-through":
            guard let color = try fields?.color("color") else {
                throw file.error(at: line, "fade-through needs a color: {type: fade-through, color: \"#ff8800\"}.")
            }
            return .fadeThrough(color)
        case "wipe": return .wipe(softness: try fields?.value("softness", .number(in: 0...1)) ?? 0.1)
        case "slide": return .slide
        case "push": return .push
        case "bounce-up": return .bounceUp
        default: return .zoom
        }
    }
}
