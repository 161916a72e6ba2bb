import Frames
import Notation
import Yams

/// A clip, a gap or a transition of an OpenTimelineIO track.
struct InterchangeItem {
    /// What it is.
    enum Kind { case clip, gap, transition }

    /// What it is.
    let kind: Kind
    /// What stands in the file.
    let node: Node

    /// Tells what it is.
    ///
    /// - Throws: `YAMLError` for what cannot be on a track here.
    init(_ node: Node, in file: YAMLFile) throws {
        self.node = node
        let schema = node.member("OTIO_SCHEMA")?.text ?? ""
        switch schema.split(separator: ".").first {
        case "Clip": kind = node.member("enabled")?.text == "false" ? .gap : .clip
        case "Gap", "Filler": kind = .gap
        case "Transition": kind = .transition
        case "Stack", "Track":
            throw file.error(
                at: node,
                "A \(schema) lies on a track; timelines within timelines are not read. Flatten it there first.")
        default: throw file.error(at: node, "'\(schema)' is unknown on a track; there are clips, gaps and transitions.")
        }
    }

    /// Its name, for messages.
    var name: String { node.member("name")?.text ?? "" }

    /// What this program has written about it.
    var own: Node? { node.member("metadata")?.member(OTIO.namespace) }

    /// Of a clip, where its pictures or its sound come from.
    var media: Node? {
        let key = node.member("active_media_reference_key")?.text ?? "DEFAULT_MEDIA"
        return node.member("media_references")?.member(key) ?? node.member("media_reference")
    }

    /// Where the source is entered.
    var start: InterchangeTime? { InterchangeTime(range?.member("start_time")) }

    /// How long it is.
    var length: InterchangeTime? { InterchangeTime(range?.member("duration")) }

    private var range: Node? {
        if let range = node.member("source_range"), range.mapping != nil { return range }
        return media?.member("available_range")
    }

    /// Of a transition, how much of it comes before the cut, in frames.
    func before(at rate: FrameRate) -> Int { offset("in_offset", rate) }

    /// Of a transition, how much of it comes after the cut, in frames.
    func after(at rate: FrameRate) -> Int { offset("out_offset", rate) }

    private func offset(_ key: String, _ rate: FrameRate) -> Int {
        max(0, Int((InterchangeTime(node.member(key))?.frames(at: rate) ?? 0).rounded()))
    }

    /// How fast it is played, negative backwards, and the names of effects
    /// that mean nothing here.
    var speed: (scalar: Double, others: [String]) {
        var scalar = 1.0
        var others: [String] = []
        for effect in node.member("effects")?.sequence ?? [] where effect.member("enabled")?.text != "false" {
            let schema = effect.member("OTIO_SCHEMA")?.text ?? ""
            if schema.hasPrefix("LinearTimeWarp."), let own = effect.member("time_scalar")?.text.flatMap(Double.init) {
                scalar *= own
            } else {
                others.append(effect.member("effect_name")?.text ?? schema)
            }
        }
        return (scalar, others)
    }
}
