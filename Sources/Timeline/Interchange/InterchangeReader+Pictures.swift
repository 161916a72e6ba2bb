import Composition
import Decoder
import Frames
import Notation
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
            if item.own == nil, soundIsElsewhere, item.kind == .clip {
                entries.append(("audio", text("off", item.node.mark)))
            }
            entries.append(("then", isLast ? text("none", item.node.mark) : then(after, item)))
            clips.append(mapping(entries, item.node.mark))
        }
        return clips
    }

    private func then(_ transition: InterchangeTransition?, _ clip: InterchangeItem) -> Node {
        guard let transition else { return text("none", clip.node.mark) }
        let mark = transition.item.node.mark
        let count = transition.frameCount
        guard count > 0 else { return text("none", mark) }
        var entries = entries(of: transition.item.own?.member("then"))
        if entries.isEmpty {
            if transition.item.node.member("transition_type")?.text != "SMPTE_Dissolve" {
                warn(transition.item, "Replacing the unsupported transition with a cross-dissolve.")
            }
            entries = [("type", text("fade", mark))]
        }
        entries.removeAll { $0.0 == "duration" }
        entries.append(("duration", text("\(count)f", mark)))
        return mapping(entries, mark)
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
                entries.append(("at", text("\(Int(nearestTo: frame))f", item.node.mark)))
                if item.own == nil {
                    // In other editors every picture fills the canvas.
                    let whole = ["0", "0", "100%", "100%"].map { text($0, item.node.mark) }
                    entries.append(("frame", list(whole, item.node.mark)))
                }
                overlays.append(mapping(entries, item.node.mark))
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
    ) throws -> [(String, Node)] {
        let mark = item.node.mark
        var entries = entries(of: item.own?.member("item"))
        let handles = (before?.before ?? 0, after?.after ?? 0)
        if item.length != nil {
            entries.append(("for", text("\(shown + handles.0 + handles.1)f", mark)))
        }
        guard item.kind == .clip else { return entries + [("color", text("black", mark))] }
        let scalar = speed(of: item)
        let skipped = Double(scalar < 0 ? handles.1 : handles.0) * abs(scalar)
        let start = (item.start?.frames(at: rate) ?? 0) - skipped
        moveKeyFrames(&entries, start: start, speed: scalar)
        let hasOwn = entries.contains { ["color", "title"].contains($0.0) }
        let isPage = entries.contains { $0.0 == "page" }
        if !hasOwn, !isPage, let color = generatedColor(of: item) { return entries + [("color", text(color, mark))] }
        if !isPage {
            guard let source = try source(of: item, hasOwn: hasOwn),
                let path = links.path(of: source)
            else { return entries }
            entries.append(("src", text(path, mark)))
            guard isMoving(path) else { return entries.filter { $0.0 != "in" } }
        }
        entries += self.entries(ofSpeed: scalar, mark)
        enter(&entries, at: start, mark)
        return entries
    }

    /// Restores the exact in point from the metadata if no other editor has changed it.
    func enter(_ entries: inout [(String, Node)], at frames: Double, _ mark: Mark?) {
        let written = entries.first { $0.0 == "in" }?.1.text.flatMap { TimelineTime($0) }
        let exact = written?.duration(at: rate) ?? .zero
        guard abs(exact.inSeconds * rate.framesPerSecond - frames) > 1e-3 else { return }
        entries.removeAll { $0.0 == "in" }
        let time = InterchangeTime(value: frames, rate: rate.framesPerSecond)
        entries.append(("in", text(time.text(at: rate), mark)))
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

    /// The address of a clip's file; `nil` for generated pictures.
    func source(of item: InterchangeItem, hasOwn: Bool) throws -> String? {
        if hasOwn { return nil }
        guard let media = item.media else {
            throw file.error(at: item.node, "The clip \(item.name) has no media reference.")
        }
        guard media.schema.hasPrefix("ExternalReference."), let address = media.member("target_url")?.text else {
            throw file.error(
                at: media, "The clip \(item.name) has a \(media.schema) instead of a file. Relink it in your editor.")
        }
        guard links.path(of: address) != nil else {
            throw file.error(at: media, "The clip \(item.name) is at \(address), but only local files are supported.")
        }
        return address
    }

    private func isMoving(_ path: String) -> Bool {
        // An unreadable file is reported later, with its clip's line.
        guard case .still? = (try? probe.contents(of: path))?.pictures else { return true }
        return false
    }
}
