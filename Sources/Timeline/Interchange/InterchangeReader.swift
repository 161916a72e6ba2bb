import Foundation
import Frames
package import YAML
import Yams

/// Reads an OpenTimelineIO file as a timeline's description.
///
/// The first track of pictures is the main channel, all others are overlays.
/// What other editors have changed, which is files, places, lengths, speeds
/// and transitions, is taken from their fields, everything else from what
/// ``InterchangeWriter`` has written beside them. Mistakes are told by the
/// lines of the file.
package final class InterchangeReader {
    private let file: YAMLFile
    private let probe: any SourceProbe
    private let pageOptions: DescriptionReader.PageOptions
    private let links: InterchangeLinks
    private var rate = FrameRate.thirty
    /// Sentences about what was left out.
    package private(set) var warnings: [String] = []

    /// Prepares to read a file.
    ///
    /// - Parameters:
    ///   - probe: Looks into the pictures' files: the first one's size is that
    ///     of the canvas where nothing says it.
    ///   - pageOptions: Reads options of pages.
    package init(_ file: YAMLFile, probe: any SourceProbe, pageOptions: @escaping DescriptionReader.PageOptions) {
        self.file = file
        self.probe = probe
        self.pageOptions = pageOptions
        links = InterchangeLinks(file: file.path)
    }

    /// Reads the whole file.
    ///
    /// - Throws: `YAMLError`.
    package func read() throws -> TimelineDescription {
        guard let root = try file.root(), let schema = root.member("OTIO_SCHEMA")?.text else {
            throw file.error(at: 1, "This is no OpenTimelineIO file: it has no OTIO_SCHEMA.")
        }
        guard schema.hasPrefix("Timeline.") else {
            throw file.error(at: root, "The file holds a \(schema); one with a Timeline is read.")
        }
        guard let stack = root.member("tracks"), let tracks = stack.member("children")?.sequence.map({ Array($0) })
        else {
            throw file.error(at: root, "The timeline has no tracks.")
        }
        let own = root.member("metadata")?.member(OTIO.namespace)
        let videos = tracks.filter { $0.member("kind")?.text == "Video" }
        let sounds = tracks.filter { $0.member("kind")?.text == "Audio" }
        guard let main = videos.first else { throw file.error(at: stack, "The timeline has no track of kind Video.") }
        rate = try frameRate(own, main)

        let mark = root.mark
        var entries: [(String, Node)] = [("canvas", try canvas(own, main))]
        for key in ["defaults", "effects", "outputs"] { if let node = own?.member(key) { entries.append((key, node)) } }
        entries.append(("video", list(try clips(of: main, soundIsElsewhere: !sounds.isEmpty), mark)))
        entries.append(("overlays", list(try videos.dropFirst().flatMap(overlays), mark)))
        entries.append(("audio", list(try sounds.flatMap(self.sounds), mark)))
        let folder = links.folder(named: own?.member("folder")?.text ?? ".")
        return try DescriptionReader(file, folder: folder, pageOptions: pageOptions).read(mapping(entries, mark))
    }

    // MARK: The whole

    private func items(of track: Node) throws -> [InterchangeItem] {
        guard let children = track.member("children")?.sequence else {
            throw file.error(at: track, "The track has no children.")
        }
        return try children.map { try InterchangeItem($0, in: file) }
    }

    private func frameRate(_ own: Node?, _ main: Node) throws -> FrameRate {
        if let text = own?.member("canvas")?.member("fps")?.text, let rate = FrameRate(text) { return rate }
        guard let first = try items(of: main).lazy.compactMap(\.length).first else { return .thirty }
        let whole = first.rate.rounded()
        // The rates of NTSC are written with more or fewer decimal places.
        let broadcast = (first.rate * 1.001).rounded()
        let rate =
            abs(first.rate - whole) < 1e-6
            ? FrameRate(numerator: Int(whole))
            : abs(first.rate * 1.001 - broadcast) < 0.01
                ? FrameRate(numerator: Int(broadcast) * 1000, denominator: 1001)
                : FrameRate(numerator: Int((first.rate * 1000).rounded()), denominator: 1000)
        guard let rate else {
            throw file.error(
                at: main, "The track has \(first.rate.brief) frames a second; a timeline here has 1 to 120.")
        }
        return rate
    }

    private func canvas(_ own: Node?, _ main: Node) throws -> Node {
        if let canvas = own?.member("canvas") { return canvas }
        var entries = [("fps", text("\(rate)", main.mark))]
        for item in try items(of: main) where item.kind == .clip {
            guard let address = item.media?.member("target_url")?.text, let path = links.path(of: address) else {
                continue
            }
            // A file that cannot be read is told of with its clip's line.
            guard let pictures = (try? probe.contents(of: path))?.pictures else { continue }
            let size = pictures.size.roundedUpToEven
            entries.append(("width", text("\(size.width)", main.mark)))
            entries.append(("height", text("\(size.height)", main.mark)))
            break
        }
        return mapping(entries, main.mark)
    }

    // MARK: Pictures

    private func clips(of track: Node, soundIsElsewhere: Bool) throws -> [Node] {
        let items = try items(of: track)
        var clips: [Node] = []
        for (index, item) in items.enumerated() where item.kind != .transition {
            let before = index > 0 && items[index - 1].kind == .transition ? items[index - 1] : nil
            let after = index + 1 < items.count && items[index + 1].kind == .transition ? items[index + 1] : nil
            let isLast = !items[(index + 1)...].contains { $0.kind != .transition }
            var entries = try self.entries(
                of: item, before: clips.isEmpty ? nil : before, after: isLast ? nil : after)
            if item.own == nil, soundIsElsewhere, item.kind == .clip {
                entries.append(("audio", text("off", item.node.mark)))
            }
            entries.append(("then", isLast ? text("none", item.node.mark) : then(after, item)))
            clips.append(mapping(entries, item.node.mark))
        }
        for item in [items.first, items.last].compactMap(\.self) where item.kind == .transition {
            warn(item, "The transition at the end of a track is left out; fades are written fade: here.")
        }
        return clips
    }

    private func then(_ transition: InterchangeItem?, _ clip: InterchangeItem) -> Node {
        guard let transition else { return text("none", clip.node.mark) }
        let mark = transition.node.mark
        let count = transition.before(at: rate) + transition.after(at: rate)
        guard count > 0 else { return text("none", mark) }
        var entries = (transition.own?.member("then")?.mapping).map(entries(of:)) ?? []
        if entries.isEmpty {
            if transition.node.member("transition_type")?.text != "SMPTE_Dissolve" {
                warn(transition, "The transition is not known here; a cross-dissolve takes its place.")
            }
            entries = [("type", text("fade", mark))]
        }
        entries.removeAll { $0.0 == "duration" }
        entries.append(("duration", text("\(count)f", mark)))
        return mapping(entries, mark)
    }

    private func overlays(of track: Node) throws -> [Node] {
        var frame = 0.0
        var overlays: [Node] = []
        for item in try items(of: track) {
            switch item.kind {
            case .transition: warn(item, "The transition is left out: overlays fade with fade:.")
            case .gap: frame += item.length?.frames(at: rate) ?? 0
            case .clip:
                var entries = try self.entries(of: item, before: nil, after: nil)
                entries.append(("at", text("\(Int(frame.rounded()))f", item.node.mark)))
                if item.own == nil {
                    // In other editors all pictures have the whole canvas.
                    let whole = ["0", "0", "100%", "100%"].map { text($0, item.node.mark) }
                    entries.append(("frame", list(whole, item.node.mark)))
                }
                overlays.append(mapping(entries, item.node.mark))
                frame += item.length?.frames(at: rate) ?? 0
            }
        }
        return overlays
    }

    /// The keys of a clip, with the handles of the transitions beside it.
    private func entries(
        of item: InterchangeItem, before: InterchangeItem?, after: InterchangeItem?
    ) throws -> [(String, Node)] {
        let mark = item.node.mark
        var entries = (item.own?.member("item")?.mapping).map(entries(of:)) ?? []
        let handles = (before?.before(at: rate) ?? 0, after?.after(at: rate) ?? 0)
        if let length = item.length {
            let frames = Int(length.frames(at: rate).rounded()) + handles.0 + handles.1
            entries.append(("for", text("\(frames)f", mark)))
        }
        guard item.kind == .clip else { return entries + [("color", text("black", mark))] }
        let (scalar, others) = item.speed
        for name in others { warn(item, "The effect \(name) is left out.") }
        guard
            let source = try source(of: item, hasOwn: entries.contains { ["color", "title", "page"].contains($0.0) }),
            let path = links.path(of: source)
        else { return entries }
        entries.append(("src", text(path, mark)))
        guard isMoving(path) else { return entries.filter { $0.0 != "in" } }
        if scalar != 1 {
            entries.append(("speed", text(String(abs(scalar)), mark)))
            if scalar < 0 { entries.append(("reverse", text("true", mark))) }
        }
        let skipped = Double(scalar < 0 ? handles.1 : handles.0) * abs(scalar)
        enter(&entries, at: (item.start?.frames(at: rate) ?? 0) - skipped, mark)
        return entries
    }

    /// Keeps the place where a source is entered as exact as it was written,
    /// if nobody has changed it.
    private func enter(_ entries: inout [(String, Node)], at frames: Double, _ mark: Mark?) {
        let written = entries.first { $0.0 == "in" }?.1.text.flatMap { WrittenTime($0) }
        let exact = written?.duration(at: rate) ?? .zero
        guard abs(exact.inSeconds * rate.framesPerSecond - frames) > 1e-3 else { return }
        entries.removeAll { $0.0 == "in" }
        let time = InterchangeTime(value: frames, rate: rate.framesPerSecond)
        entries.append(("in", text(time.text(at: rate), mark)))
    }

    /// The address of a clip's file; nothing for pictures that are described.
    private func source(of item: InterchangeItem, hasOwn: Bool) throws -> String? {
        if hasOwn { return nil }
        guard let media = item.media else { throw file.error(at: item.node, "The clip \(item.name) has no media.") }
        let schema = media.member("OTIO_SCHEMA")?.text ?? ""
        guard schema.hasPrefix("ExternalReference."), let address = media.member("target_url")?.text else {
            throw file.error(
                at: media, "The clip \(item.name) has a \(schema) in place of a file; relink it to one there.")
        }
        guard links.path(of: address) != nil else {
            throw file.error(at: media, "The clip \(item.name) is at \(address); files of this machine are read.")
        }
        return address
    }

    private func isMoving(_ path: String) -> Bool {
        // A file that cannot be read is told of with its clip's line.
        guard case .still? = (try? probe.contents(of: path))?.pictures else { return true }
        return false
    }

    // MARK: Sounds

    private func sounds(of track: Node) throws -> [Node] {
        guard track.member("metadata")?.member(OTIO.namespace)?.member("role")?.text != "clips" else { return [] }
        let items = try items(of: track)
        var time = 0.0
        var sounds: [Node] = []
        for (index, item) in items.enumerated() where item.kind != .transition {
            let length = item.length?.seconds ?? 0
            defer { time += length }
            guard item.kind == .clip else { continue }
            let before = index > 0 && items[index - 1].kind == .transition ? items[index - 1] : nil
            let after = index + 1 < items.count && items[index + 1].kind == .transition ? items[index + 1] : nil
            sounds.append(try sound(item, at: time, length: length, before: before, after: after))
        }
        return sounds
    }

    private func sound(
        _ item: InterchangeItem, at time: Double, length: Double, before: InterchangeItem?, after: InterchangeItem?
    ) throws -> Node {
        let mark = item.node.mark
        var entries = (item.own?.member("item")?.mapping).map(entries(of:)) ?? []
        guard let address = try source(of: item, hasOwn: false), let path = links.path(of: address) else {
            return mapping([], mark)
        }
        let frames = rate.framesPerSecond
        let handles = (Double(before?.before(at: rate) ?? 0) / frames, Double(after?.after(at: rate) ?? 0) / frames)
        let (scalar, others) = item.speed
        for name in others { warn(item, "The effect \(name) is left out.") }
        entries.append(("src", text(path, mark)))
        entries.append(("at", text(InterchangeTime.text(seconds: time - handles.0), mark)))
        entries.append(("for", text(InterchangeTime.text(seconds: length + handles.0 + handles.1), mark)))
        if scalar != 1 {
            entries.append(("speed", text(String(abs(scalar)), mark)))
            if scalar < 0 { entries.append(("reverse", text("true", mark))) }
        }
        let start = (item.start?.seconds ?? 0) - (scalar < 0 ? handles.1 : handles.0) * abs(scalar)
        enter(&entries, at: start * frames, mark)
        if before != nil || after != nil {
            let fades = [before, after].map { transition in
                let count = transition.map { $0.before(at: rate) + $0.after(at: rate) } ?? 0
                return text("\(count)f", mark)
            }
            entries.removeAll { $0.0 == "fade" }
            entries.append(("fade", list(fades, mark)))
        }
        return mapping(entries, mark)
    }

    private func warn(_ item: InterchangeItem, _ sentence: String) {
        warnings.append(file.error(at: item.node, sentence).description)
    }

    // MARK: Nodes

    private func text(_ value: String, _ mark: Mark?) -> Node { .scalar(.init(value, .implicit, .any, mark)) }

    private func list(_ items: [Node], _ mark: Mark?) -> Node { .sequence(.init(items, .implicit, .any, mark)) }

    private func mapping(_ entries: [(String, Node)], _ mark: Mark?) -> Node {
        .mapping(.init(entries.map { (text($0, $1.mark ?? mark), $1) }, .implicit, .any, mark))
    }

    private func entries(of mapping: Node.Mapping) -> [(String, Node)] {
        mapping.compactMap { key, value in key.scalar.map { ($0.string, value) } }
    }
}
