import Composition
import Frames
import Notation

/// Computes where the clips of the main channel begin and end.
struct MainChannel {
    /// The longest timeline: ten days.
    private static let longest = Duration.seconds(10 * 86_400)

    /// The description of the clips.
    let description: Timeline
    /// The resolved clips, in the same order.
    var clips: [ResolvedClip]
    private var rate: FrameRate { description.frameRate }

    /// Sets the frames and the transitions of all clips.
    ///
    /// - Throws: `YAMLError` for transitions that are longer than their clips.
    mutating func place() throws {
        // Where the next clip begins: a time, less the whole frames of transitions.
        var (start, overlap) = (Duration.zero, 0)
        for (index, clip) in clips.enumerated() {
            let end = start + (clip.length ?? .zero)
            guard end - rate.exactTime(ofFrames: overlap) <= Self.longest else {
                throw description.error(
                    description.clips[index].line,
                    "With \(clip.planned.name), the timeline exceeds the limit of ten days.")
            }
            let first = rate.frameCount(for: start) - overlap
            let frames = first..<max(first, rate.frameCount(for: end) - overlap)
            guard !frames.isEmpty else {
                throw description.error(
                    description.clips[index].line,
                    "\(clip.planned.name) lasts \((clip.length ?? .zero).text), which is shorter than a frame at \(rate) fps."
                )
            }
            clips[index].planned.frames = frames
            start = end
            switch try transition(after: index)?.length {
            case .seconds(let time): start -= time
            case .frames(let count): overlap += count
            case nil: break
            }
            if index > 0 { try join(index - 1, to: index) }
        }
    }

    /// The transition after a clip: the one it states, or the default.
    private func transition(after index: Int) throws -> TrackTransition? {
        let written = description.clips[index].then
        guard index < clips.count - 1 else {
            if let written, written.value != nil {
                throw description.error(
                    written.line, "The last clip cannot have a transition. Remove then.")
            }
            return nil
        }
        if let written { return written.value }
        return description.defaults.transition
    }

    /// Adds the transition from a clip to the next.
    private mutating func join(_ index: Int, to next: Int) throws {
        guard let written = try transition(after: index) else { return }
        let (clip, following) = (clips[index].planned, clips[next].planned)
        let (outgoing, incoming) = (clip.frames, following.frames)
        let count = outgoing.upperBound - incoming.lowerBound
        let line = description.clips[index].then?.line ?? description.clips[index].line
        let from = description.clips[index].then == nil ? "The default transition" : "The transition"
        guard count > 0 else {
            throw description.error(
                line, "\(from) after \(clip.name) is shorter than a frame. Write then: none for a cut.")
        }
        let before = index > 0 ? clips[index - 1].planned.transition?.frameCount ?? 0 : 0
        let spare = outgoing.count - before
        guard count <= spare, incoming.lowerBound >= outgoing.lowerBound else {
            throw description.error(
                line,
                "\(from) from \(clip.name) to \(following.name) takes \(count) frames, but \(clip.name) has "
                    + "\(outgoing.count)"
                    + (before > 0 ? ", of which the previous transition takes \(before). " : ". ")
                    + "Shorten it to at most \(max(0, spare)) frames (\(max(0, spare))f), or make the clip longer."
            )
        }
        guard count <= incoming.count else {
            throw description.error(
                line,
                "\(from) from \(clip.name) to \(following.name) takes \(count) frames, but \(following.name) "
                    + "has \(incoming.count). Shorten it to at most \(incoming.count) frames (\(incoming.count)f)."
            )
        }
        clips[index].planned.transition = Transition(
            written.kind, direction: written.direction, easing: written.easing, frameCount: count)
    }
}
