import Composition
import Decoder
import Frames
import Notation
import Timeline
import Yams

/// Reads clips and overlays.
extension InterchangeReader {
    /// The clips of the main channel.
    func clips(_ items: [InterchangeItem], soundIsElsewhere: Bool) throws -> [Node] {
        let transitions = transitions(of: items)
        var clips: [Node] = []
        // At another speed, an item may have a fraction of a frame.
        var time = 0.0
        for (index, item) in items.enumerated() where item.kind != .transition {
            let (before, after) = (transitions[index - 1], transitions[index + 1])
            let first = Int(nearestTo: time)
            time += item.length?.frames(at: rate) ?? 0
            let shown = Int(nearestTo: time) - first
            if shown + (before?.before ?? 0) + (after?.after ?? 0) == 0, item.isSubstitute || item.length != nil {
                continue
            }
            let isLast = !items[(index + 1)...].contains { $0.kind != .transition }
            var entries = try self.entries(
                of: item, shown: shown, before: clips.isEmpty ? nil : before, after: isLast ? nil : after)
            if item.own == nil, soundIsElsewhere, item.kind == .clip { entries.set("audio", "off") }
            entries["then"] = isLast ? Node("none", at: item.node.mark) : then(after, item)
            clips.append(entries.node)
        }
        return clips
    }

    private func then(_ transition: InterchangeTransition?, _ clip: InterchangeItem) -> Node {
        guard let transition, transition.frameCount > 0 else {
            return Node("none", at: (transition?.item ?? clip).node.mark)
        }
        var entries = Entries(transition.item.own?.member("then"), at: transition.item.node.mark)
        if entries["type"] == nil {
            if transition.item.node.member("transition_type")?.text != "SMPTE_Dissolve" {
                warn(transition.item, "Replacing the unsupported transition with a cross-dissolve.")
            }
            entries.set("type", "fade")
        }
        entries.set("duration", "\(transition.frameCount)f")
        return entries.node
    }

    /// The clips of a layer of overlays.
    func overlays(_ items: [InterchangeItem]) throws -> [Node] {
        var frame = 0.0
        var overlays: [Node] = []
        for item in items {
            switch item.kind {
            case .transition: warn(item, "Ignoring the transition. To fade an overlay, write fade:.")
            case .gap: frame += item.length?.frames(at: rate) ?? 0
            case .clip:
                let shown = Int(nearestTo: item.length?.frames(at: rate) ?? 0)
                var entries = try self.entries(of: item, shown: shown, before: nil, after: nil)
                entries.set("at", "\(Int(nearestTo: frame))f")
                if item.own == nil {
                    // In other editors every picture fills the canvas.
                    let whole = ["0", "0", "100%", "100%"].map { Node($0, at: item.node.mark) }
                    entries["frame"] = Node(whole, at: item.node.mark)
                }
                overlays.append(entries.node)
                frame += item.length?.frames(at: rate) ?? 0
            }
        }
        return overlays
    }

    /// The keys of a clip, including the handles of adjacent transitions.
    ///
    /// - Parameter shown: The frames that the track shows of it.
    private func entries(
        of item: InterchangeItem, shown: Int, before: InterchangeTransition?, after: InterchangeTransition?
    ) throws -> Entries {
        var entries = Entries(item.own?.member("item"), at: item.node.mark)
        let handles = (before?.before ?? 0, after?.after ?? 0)
        if item.length != nil { entries.set("for", "\(shown + handles.0 + handles.1)f") }
        guard item.kind == .clip else {
            entries.set("color", "black")
            return entries
        }
        let scalar = speed(of: item)
        let skipped = Double(scalar < 0 ? handles.1 : handles.0) * abs(scalar)
        let start = (item.start?.frames(at: rate) ?? 0) - skipped
        moveKeyFrames(&entries, start: start, speed: scalar)
        if entries["page"] == nil {
            if entries["color"] != nil || entries["title"] != nil { return entries }
            if let color = generatedColor(of: item) {
                entries.set("color", color)
                return entries
            }
            if let media = item.media, InterchangeSequence.isReferred(by: media) {
                let sequence = try InterchangeSequence(media, in: file, links)
                entries.set("src", sequence.pattern)
                entries["sequence"] = sequence.node(at: media.mark)
            } else {
                entries.set("src", try path(of: item))
            }
            if case .still? = contents(of: item)?.pictures {
                entries["in"] = nil
                return entries
            }
        }
        entries.set(speed: scalar)
        enter(&entries, at: start)
        return entries
    }

    /// Restores the exact in point from the metadata if no other editor has changed it.
    private func enter(_ entries: inout Entries, at frames: Double) {
        guard abs(inPoint(of: entries) - frames) > 1e-3 else { return }
        entries.set("in", InterchangeTime(value: frames, rate: rate.framesPerSecond).text(at: rate))
    }

    /// The in point as this program has written it, in frames of the timeline.
    private func inPoint(of entries: Entries) -> Double {
        let time = entries["in"]?.text.flatMap { TimelineTime($0) }
        return (time?.duration(at: rate) ?? .zero).inSeconds * rate.framesPerSecond
    }

    /// The color of a clip that an editor generates; `nil` for files.
    ///
    /// Other generated pictures are transparent, with a warning.
    private func generatedColor(of item: InterchangeItem) -> String? {
        guard let media = item.media, media.schema.hasPrefix("GeneratorReference.") else { return nil }
        let kind = media.member("generator_kind")?.text ?? ""
        if kind == "SolidColor", let color = media.member("parameters")?.member("color")?.text {
            // MLT, and so Kdenlive, writes 0xrrggbbaa.
            let css = color.hasPrefix("0x") ? "#" + color.dropFirst(2) : color
            if Color(css) != nil { return css }
        }
        warn(at: media, "The clip \(item.name) is generated by the editor ('\(kind)'); it is transparent here.")
        return "transparent"
    }

    /// The path of a clip's file.
    ///
    /// - Throws: `YAMLError` for a clip without media.
    private func path(of item: InterchangeItem) throws -> String {
        guard let media = item.media else {
            throw file.error(at: item.node, "The clip \(item.name) has no media reference.")
        }
        guard media.schema.hasPrefix("ExternalReference."), let address = media.member("target_url")?.text else {
            throw file.error(
                at: media, "The clip \(item.name) has a \(media.schema) instead of a file. Relink it in your editor.")
        }
        guard let path = item.path(links) else {
            throw file.error(at: media, "The clip \(item.name) is at \(address), but only local files are supported.")
        }
        return path
    }
}

// MARK: - Sounds

extension InterchangeReader {
    /// The sounds of a layer.
    func sounds(_ items: [InterchangeItem]) throws -> [Node] {
        let transitions = transitions(of: items)
        var time = 0.0
        var sounds: [Node] = []
        for (index, item) in items.enumerated() where item.kind != .transition {
            let length = item.length?.seconds ?? 0
            defer { time += length }
            // A picture that is held makes no sound.
            guard item.kind == .clip, item.speed.scalar != 0 else { continue }
            if let media = item.media, media.schema.hasPrefix("GeneratorReference.") {
                warn(at: media, "The sound \(item.name) is generated by the editor; it is silent here.")
                continue
            }
            sounds.append(
                try sound(
                    item, at: time, length: length, before: transitions[index - 1], after: transitions[index + 1]))
        }
        return sounds
    }

    private func sound(
        _ item: InterchangeItem, at time: Double, length: Double, before: InterchangeTransition?,
        after: InterchangeTransition?
    ) throws -> Node {
        var entries = Entries(item.own?.member("item"), at: item.node.mark)
        let frames = rate.framesPerSecond
        let handles = (Double(before?.before ?? 0) / frames, Double(after?.after ?? 0) / frames)
        let scalar = speed(of: item)
        entries.set("src", try path(of: item))
        entries.set("at", InterchangeTime.text(seconds: time - handles.0))
        entries.set("for", InterchangeTime.text(seconds: length + handles.0 + handles.1))
        entries.set(speed: scalar)
        let start = (item.start?.seconds ?? 0) - (scalar < 0 ? handles.1 : handles.0) * abs(scalar)
        moveKeyFrames(&entries, start: start * frames, speed: scalar)
        enter(&entries, at: start * frames)
        if before != nil || after != nil {
            let fades = [before, after].map { Node("\($0?.frameCount ?? 0)f", at: item.node.mark) }
            entries["fade"] = Node(fades, at: item.node.mark)
        }
        return entries.node
    }

    // MARK: Keyframes

    /// Keeps keyframes, which count from the first frame, at their places in a clip or sound of which another editor has
    /// trimmed the beginning.
    ///
    /// - Parameters:
    ///   - entries: The keys of a clip or sound, with the in point as this program has written it.
    ///   - start: The in point as the file states it now, in frames of the timeline.
    ///   - speed: The playback speed, negative for backward. The end of a source is not known here, so keyframes of
    ///     reversed clips stay.
    private func moveKeyFrames(_ entries: inout Entries, start: Double, speed: Double) {
        guard speed > 0, let keys = entries["keyframes"]?.sequence else { return }
        let trimmed = (start - inPoint(of: entries)) / speed
        guard abs(trimmed) > 1e-3 else { return }
        let moved = keys.map { key in
            guard let at = key.member("at")?.text.flatMap({ TimelineTime(offset: $0) }) else { return key }
            let frames = at.duration(at: rate).inSeconds * rate.framesPerSecond - trimmed
            let distance = InterchangeTime(value: abs(frames), rate: rate.framesPerSecond).text(at: rate)
            var entries = Entries(key, at: key.mark)
            entries.set("at", frames < 0 ? "-\(distance)" : distance)
            return entries.node
        }
        entries["keyframes"] = Node(moved, at: entries["keyframes"]?.mark)
    }
}

/// A transition between two items of a track, as long as both have frames for it.
struct InterchangeTransition {
    let item: InterchangeItem
    let before: Int
    let after: Int

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
            let shown = left.map { frames($0.length) - (transitions[index - 2]?.after ?? 0) }
            let asked = (frames(item.before), frames(item.after))
            let before = [asked.0, shown, right.flatMap { spareFrames(of: $0).before }]
            let after = [asked.1, right.map { frames($0.length) }, left.flatMap { spareFrames(of: $0).after }]
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

    /// The length of an item's file; `nil` if the file cannot be read, or has no length.
    private func sourceFrames(of item: InterchangeItem) -> Double? {
        guard let contents = contents(of: item) else { return nil }
        let length: Duration? =
            switch contents.pictures {
            case .still: nil
            case .moving(_, let duration): duration
            case nil: contents.sound
            }
        return length.map { $0.inSeconds * rate.framesPerSecond }
    }
}
