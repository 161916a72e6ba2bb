import Decoder
import Frames
import Notation

/// A transition between two items of a track, as long as both have frames for it.
struct InterchangeTransition {
    /// The transition in the file.
    let item: InterchangeItem
    /// Frames before the cut.
    let before: Int
    /// Frames after the cut.
    let after: Int

    /// All frames.
    var frameCount: Int { before + after }
}

/// Finds out how long transitions can be.
///
/// Across a transition, the item before the cut plays on, and the one after the cut begins earlier: their sources
/// need frames beyond the range that the track shows. An editor that trims a clip or moves a cut may leave a
/// transition that has too few.
extension InterchangeReader {
    /// The transitions of a track, by their positions among its items.
    ///
    /// Those that are shortened cause a warning.
    func transitions(of items: [InterchangeItem]) -> [Int: InterchangeTransition] {
        var transitions: [Int: InterchangeTransition] = [:]
        func neighbor(_ index: Int) -> InterchangeItem? {
            items.indices.contains(index) && items[index].kind != .transition ? items[index] : nil
        }
        for (index, item) in items.enumerated() where item.kind == .transition {
            let (left, right) = (neighbor(index - 1), neighbor(index + 1))
            // What the transition at the other end of the item leaves of it.
            let shown = left.map { shownFrames(of: $0) - (transitions[index - 2]?.after ?? 0) }
            let asked = (frames(item.before), frames(item.after))
            let before = [asked.0, shown, right.flatMap { spareFrames(of: $0).before }]
            let after = [asked.1, right.map(shownFrames), left.flatMap { spareFrames(of: $0).after }]
            let transition = InterchangeTransition(
                item: item, before: max(0, before.compactMap(\.self).min() ?? 0),
                after: max(0, after.compactMap(\.self).min() ?? 0))
            let count = asked.0 + asked.1
            if transition.frameCount < count {
                let rest = transition.frameCount == 0 ? "a cut" : "\(transition.frameCount) frames"
                warn(item, "Shortening the transition of \(count) frames to \(rest): its clips have no more.")
            }
            transitions[index] = transition
        }
        return transitions
    }

    /// A layer with black before a transition at its beginning, and after one at its end.
    func extended(_ items: [InterchangeItem]) -> [InterchangeItem] {
        var items = items
        if let first = items.first, first.kind == .transition {
            items.insert(InterchangeItem(gap: first.before?.seconds ?? 0, at: first.node), at: 0)
        }
        if let last = items.last, last.kind == .transition {
            items.append(InterchangeItem(gap: last.after?.seconds ?? 0, at: last.node))
        }
        return items
    }

    /// The length of an item on its track.
    private func shownFrames(of item: InterchangeItem) -> Int { frames(item.length) }

    private func frames(_ time: InterchangeTime?) -> Int { Int(nearestTo: time?.frames(at: rate) ?? 0) }

    /// Frames of the timeline that an item's source has before and after the range that is shown; `nil` if there is
    /// no end.
    private func spareFrames(of item: InterchangeItem) -> (before: Int?, after: Int?) {
        let scalar = item.speed.scalar
        guard item.kind == .clip, scalar != 0, let start = item.start?.frames(at: rate),
            let length = item.length?.frames(at: rate)
        else { return (nil, nil) }
        let isPage = item.own?.member("item")?.member("page") != nil
        let whole = isPage ? nil : sourceFrames(of: item)
        guard isPage || whole != nil else { return (nil, nil) }
        let speed = max(abs(scalar), 1e-6)
        // A rest of less than half a frame is the rounding of a time.
        let first = Int(nearestTo: (start / speed + 0.5).rounded(.down))
        let last = whole.map { Int(nearestTo: (($0 - start) / speed - length + 0.5).rounded(.down)) }
        return scalar < 0 ? (last, first) : (first, last)
    }

    /// The length of an item's file; `nil` if the file cannot be read, which is reported later, or has no length.
    private func sourceFrames(of item: InterchangeItem) -> Double? {
        guard let address = item.media?.member("target_url")?.text, let path = links.path(of: address),
            let contents = try? probe.contents(of: path)
        else { return nil }
        switch contents.pictures {
        case .still: return nil
        case .moving(_, let duration): return duration.inSeconds * rate.framesPerSecond
        case nil: return contents.sound.map { $0.inSeconds * rate.framesPerSecond }
        }
    }
}
