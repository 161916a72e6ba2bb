package import Composition
import Notation
import Yams

/// Reads transitions between clips.
struct TransitionReader {
    /// The values for keys that are left out.
    let fallback: TrackTransition

    /// The words for a cut.
    static let none = ["none", "cut"]
    private static let keys = ["type", "direction", "duration", "ease", "color", "softness"]

    /// Reads a name, or a mapping with a type; `nil` for a cut.
    func transition(_ key: String, in outer: Fields) throws -> TrackTransition? {
        let fields = try outer.mapping(key, known: Self.keys, of: "a transition", orValue: true)
        let (place, key) = fields.map { ($0, "type") } ?? (outer, key)
        guard let type = try place.text(key) else {
            throw place.error("The transition has no type. Write, for example, type: fade.")
        }
        if Self.none.contains(type) || type.isOn == false {
            if let fields, let key = fields.keys.first(where: { $0 != "type" }) {
                throw fields.error(key, "A cut does not support \(key).")
            }
            return nil
        }
        guard let usual = Transition.Kind.words.first(where: { $0.word == type }) else {
            let words = Transition.Kind.words.map(\.word) + Self.none
            throw place.error(key, "There is no transition '\(type)'.\(words.suggestion(for: type))")
        }
        let allowed = ["type", "duration", "ease"] + usual.keys
        if let fields, let key = fields.keys.first(where: { !allowed.contains($0) }) {
            throw fields.error(key, "The transition \(type) does not support \(key).")
        }
        var transition = fallback
        transition.kind = usual.kind
        if let softness = try fields?.value("softness", .number(in: 0...1)) {
            transition.kind = .wipe(softness: softness)
        }
        if usual.keys.contains("color") {
            guard let color = try fields?.color("color") else {
                throw place.error(key, "fade-through needs a color: {type: fade-through, color: \"#ff8800\"}.")
            }
            transition.kind = .fadeThrough(color)
        }
        if let length = try fields?.length("duration") { transition.length = length.value }
        transition.easing = try fields?.choice("ease", Easing.self) ?? .linear
        transition.direction = try fields?.choice("direction", Transition.Direction.self) ?? .left
        return transition
    }
}

extension Transition.Kind {
    /// The kinds of transitions by their words, each with the keys that not all kinds support.
    package static let words: [(word: String, kind: Transition.Kind, keys: [String])] = [
        ("fade", .fade, []), ("fade-black", .fadeThrough(.black), []), ("fade-white", .fadeThrough(.white), []),
        ("fade-through", .fadeThrough(.black), ["color"]), ("wipe", .wipe(softness: 0.1), ["direction", "softness"]),
        ("slide", .slide, ["direction"]), ("push", .push, ["direction"]), ("bounce-up", .bounceUp, []),
        ("zoom", .zoom, []),
    ]
}

extension Transition {
    /// The transition's name in descriptions.
    package var word: String {
        switch kind {
        case .fade: "fade"
        case .fadeThrough(.black): "fade-black"
        case .fadeThrough(.white): "fade-white"
        case .fadeThrough: "fade-through"
        case .wipe: "wipe"
        case .slide: "slide"
        case .push: "push"
        case .bounceUp: "bounce-up"
        case .zoom: "zoom"
        case .custom: "custom"
        }
    }
}
