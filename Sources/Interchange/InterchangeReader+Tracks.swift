import Decoder
import Frames
import Notation
import Timeline
import Yams

/// Reads tracks, and lays out flat the timelines that are nested in them.
extension InterchangeReader {
    enum TrackKind: String {
        case video = "Video"
        case sound = "Audio"
    }

    /// The layers of a composition of tracks, lowest first.
    ///
    /// Each begins with the composition. If it has no track for sound, the sound is that of timelines nested in its
    /// video tracks.
    func layers(ofStack stack: Node, _ kind: TrackKind) throws -> [[InterchangeItem]] {
        let children = try children(of: stack)
        guard stack.member("enabled")?.text != "false" else { return [] }
        var parts = children.filter { $0.isTrack ? $0.member("kind")?.text == kind.rawValue : kind == .video }
        // A timeline nested in this one, and not in a track of it, has sound tracks like this one's own.
        if kind == .sound { parts = children.filter { $0.isSoundTrack || $0.isStack && $0.hasSoundTrack } }
        if parts.isEmpty && kind == .sound { parts = children }
        let layers = try parts.flatMap { part in
            if part.isTrack { return try self.layers(ofTrack: part, kind) }
            if part.isStack { return try self.layers(ofStack: part, kind) }
            return kind == .video ? [[try item(part)]] : []
        }
        return try cut(layers, by: stack)
    }

    /// The layers of a track: its own, and those that timelines nested in it have above their lowest one.
    private func layers(ofTrack track: Node, _ kind: TrackKind) throws -> [[InterchangeItem]] {
        let children = try children(of: track)
        guard track.member("enabled")?.text != "false", track.own?.member("role")?.text != "clips" else { return [] }
        // A track nested in a track may state no kind.
        let isOther = [.video, .sound].contains { $0 != kind && track.member("kind")?.text == $0.rawValue }
        var lowest: [InterchangeItem] = []
        var above: [[InterchangeItem]] = []
        var time = 0.0
        for child in children {
            let length = try seconds(of: child)
            if child.isTrack || child.isStack {
                let nested = try child.isTrack ? layers(ofTrack: child, kind) : layers(ofStack: child, kind)
                let first = nested.first ?? []
                let rest = length - first.seconds
                lowest += rest > InterchangeRange.tolerance ? first + [InterchangeItem(gap: rest, at: child)] : first
                above += nested.dropFirst().map { [InterchangeItem(gap: time, at: child)] + $0 }
                if !isOther { warnOfEffects(on: child) }
            } else {
                let item = try item(child)
                lowest.append(isOther && item.kind == .clip ? InterchangeItem(gap: length, at: child) : item)
            }
            time += length
        }
        return try cut([lowest] + above, by: track)
    }

    /// An item of a track, with the time code of its file if the media reference does not state one.
    private func item(_ node: Node) throws -> InterchangeItem {
        var item = try InterchangeItem(node, in: file)
        guard item.kind == .clip, item.media?.member("available_range")?.mapping == nil else { return item }
        item.timecode = contents(of: item)?.timecode.map {
            InterchangeTime(value: Double($0.frames), rate: $0.rate.framesPerSecond)
        }
        return item
    }

    /// The length of a part of a composition, in seconds; 0 for a transition.
    private func seconds(of part: Node) throws -> Double {
        guard part.isTrack || part.isStack else {
            let item = try InterchangeItem(part, in: file)
            return item.kind == .transition ? 0 : item.length?.seconds ?? 0
        }
        if let range = part.member("source_range").flatMap(InterchangeRange.init) { return range.length }
        let lengths = try children(of: part).map(seconds)
        return part.isTrack ? lengths.reduce(0, +) : lengths.max() ?? 0
    }

    private func children(of composition: Node) throws -> [Node] {
        guard let children = composition.member("children")?.sequence else {
            throw file.error(at: composition, "The \(composition.schema) has no children.")
        }
        return Array(children)
    }

    /// The part of layers that their composition shows, at its speed.
    private func cut(_ layers: [[InterchangeItem]], by composition: Node) throws -> [[InterchangeItem]] {
        let stated = composition.member("source_range").flatMap(InterchangeRange.init)
        let speed = composition.speed.scalar
        guard speed != 1 else {
            return stated.map { range in layers.map { range.cut($0, of: composition) } } ?? layers
        }
        // A speed changes what is shown, not how long.
        let range = try stated ?? InterchangeRange(begin: 0, length: seconds(of: composition))
        if speed == 0 { return layers.map { range.held($0, of: composition) } }
        return layers.map { layer in
            let items = range.played(at: speed).cut(layer, of: composition).map { $0.warped(by: speed) }
            return speed < 0 ? items.reversed() : items
        }
    }
}

extension [InterchangeItem] {
    /// The length of a layer, in seconds.
    var seconds: Double { reduce(0) { $0 + ($1.kind == .transition ? 0 : $1.length?.seconds ?? 0) } }
}

extension Node {
    /// Whether this is a track of an OpenTimelineIO file.
    fileprivate var isTrack: Bool { schema.hasPrefix("Track.") || schema.hasPrefix("Sequence.") }
    fileprivate var isSoundTrack: Bool { isTrack && member("kind")?.text == "Audio" }
    /// Whether a track of this composition, or of one nested in it without a track, is of sound.
    fileprivate var hasSoundTrack: Bool {
        (member("children")?.sequence ?? []).contains { $0.isSoundTrack || $0.isStack && $0.hasSoundTrack }
    }
    /// Whether this is a composition of tracks that play at the same time.
    fileprivate var isStack: Bool { schema.hasPrefix("Stack.") }
}
