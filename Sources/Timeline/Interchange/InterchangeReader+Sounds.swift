import Frames
import Notation
import Yams

/// Reads sound tracks.
extension InterchangeReader {
    /// The sounds of a layer.
    func sounds(_ items: [InterchangeItem]) throws -> [Node] {
        let transitions = transitions(of: items)
        var time = 0.0
        var sounds: [Node] = []
        for (index, item) in items.enumerated() where item.kind != .transition {
            let length = item.length?.seconds ?? 0
            defer { time += length }
            guard item.kind == .clip else { continue }
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
        let mark = item.node.mark
        var entries = entries(of: item.own?.member("item"))
        guard let address = try source(of: item, hasOwn: false), let path = links.path(of: address) else {
            return mapping([], mark)
        }
        let frames = rate.framesPerSecond
        let handles = (Double(before?.before ?? 0) / frames, Double(after?.after ?? 0) / frames)
        let scalar = speed(of: item)
        entries.append(("src", text(path, mark)))
        entries.append(("at", text(InterchangeTime.text(seconds: time - handles.0), mark)))
        entries.append(("for", text(InterchangeTime.text(seconds: length + handles.0 + handles.1), mark)))
        entries += self.entries(ofSpeed: scalar, mark)
        let start = (item.start?.seconds ?? 0) - (scalar < 0 ? handles.1 : handles.0) * abs(scalar)
        moveKeyFrames(&entries, start: start * frames, speed: scalar)
        enter(&entries, at: start * frames, mark)
        if before != nil || after != nil {
            let fades = [before, after].map { text("\($0?.frameCount ?? 0)f", mark) }
            entries.removeAll { $0.0 == "fade" }
            entries.append(("fade", list(fades, mark)))
        }
        return mapping(entries, mark)
    }
}
