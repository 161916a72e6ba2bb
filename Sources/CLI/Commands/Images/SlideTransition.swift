import ArgumentParser
import Composition
import Notation

/// A transition between pictures, as typed: `fade:0.5s`, `wipe-up:1s`.
struct SlideTransition: Sendable {
    /// The kind of transition.
    let kind: Transition.Kind
    /// The direction, for kinds that move.
    let direction: Transition.Direction
    /// How long both pictures are shown; zero for a cut.
    let time: Duration

    private static let kinds: [(name: String, kind: Transition.Kind)] = [
        ("fade", .fade), ("fade-black", .fadeThrough(.black)),
        ("fade-white", .fadeThrough(Color(red: 255, green: 255, blue: 255))), ("wipe", .wipe(softness: 0.1)),
        ("slide", .slide), ("push", .push), ("bounce-up", .bounceUp), ("zoom", .zoom),
    ]
    /// Kinds that can have any direction.
    private static let moving = ["wipe", "slide", "push"]

    /// The names, for messages.
    static let names = kinds.map(\.name).joined(separator: ", ")

    /// Parses an option's value.
    ///
    /// - Throws: `ValidationError` with what is accepted.
    init(option text: String) throws {
        if text == "cut" {
            (kind, direction, time) = (.fade, .left, .zero)
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Form.positiveTime.read(String(parts[1])) else {
            throw ValidationError("a transition is cut, or has a name and a time, like fade:0.5s.")
        }
        guard let (kind, direction) = Self.named(String(parts[0])) else {
            throw ValidationError("unknown transition '\(parts[0])'; the transitions are cut, \(Self.names).")
        }
        (self.kind, self.direction, self.time) = (kind, direction, time)
    }

    private static func named(_ name: String) -> (Transition.Kind, Transition.Direction)? {
        if let found = kinds.first(where: { $0.name == name }) { return (found.kind, .left) }
        let words = name.split(separator: "-")
        guard words.count == 2, moving.contains(String(words[0])),
            let direction = Transition.Direction(rawValue: String(words[1])),
            let found = kinds.first(where: { $0.name == words[0] })
        else { return nil }
        return (found.kind, direction)
    }
}
