import Decoder
import Frames
package import Notation
import Yams

/// Reads an OpenTimelineIO file as a timeline's description.
///
/// The first video track is the main channel; all others are overlays. Files, positions, lengths,
/// speeds and transitions come from the standard fields, which other editors may have changed.
/// Everything else comes from the metadata that ``InterchangeWriter`` has written. Errors refer to
/// lines of the file.
package final class InterchangeReader {
    /// The file that is read.
    let file: YAMLFile
    /// Inspects files of pictures and sound.
    let probe: any SourceProbe
    private let pageOptions: DescriptionReader.PageOptions
    /// Resolves the file's references to other files.
    let links: InterchangeLinks
    /// Frames per second of the timeline.
    private(set) var rate = FrameRate.thirty
    /// Warnings about items that were left out.
    package private(set) var warnings: [String] = []

    /// Prepares to read a file.
    ///
    /// - Parameters:
    ///   - probe: Inspects source files. The first picture's size becomes the canvas's size if the
    ///     metadata does not state one.
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
    package func read() throws -> Timeline {
        guard let root = try file.root(), let schema = root.member("OTIO_SCHEMA")?.text else {
            throw file.error(at: 1, "This is not an OpenTimelineIO file: OTIO_SCHEMA is missing.")
        }
        guard schema.hasPrefix("Timeline.") else {
            throw file.error(at: root, "The file contains a \(schema) instead of a Timeline.")
        }
        guard let stack = root.member("tracks"), let tracks = stack.member("children")?.sequence else {
            throw file.error(at: root, "The timeline has no tracks.")
        }
        let own = root.own
        let videos = try layers(ofStack: stack, .video)
        let sounds = try layers(ofStack: stack, .sound)
        guard let main = videos.first.map(extended) else {
            throw file.error(at: stack, "The timeline has no track of kind Video.")
        }
        rate = try frameRate(own, main, stack)

        let mark = root.mark
        var entries: [(String, Node)] = [("canvas", canvas(own, main, stack))]
        for key in ["defaults", "effects", "outputs"] { if let node = own?.member(key) { entries.append((key, node)) } }
        let soundIsElsewhere =
            sounds.joined().contains { $0.kind == .clip } || tracks.contains { $0.member("kind")?.text == "Audio" }
        var clips = try clips(main, soundIsElsewhere: soundIsElsewhere)
        if let rest = rest(after: main, of: videos.dropFirst() + sounds, mark) { clips.append(rest) }
        entries.append(("video", list(clips, mark)))
        entries.append(("overlays", list(try videos.dropFirst().flatMap(overlays), mark)))
        entries.append(("audio", list(try sounds.flatMap(self.sounds), mark)))
        let folder = links.folder(named: own?.member("folder")?.text ?? ".")
        var description = try DescriptionReader(file, folder: folder, pageOptions: pageOptions)
            .read(mapping(entries, mark))
        description.yieldsToLengths = true
        return description
    }

    // MARK: The whole timeline

    /// An item's speed, negative for backward; warns about its other effects.
    func speed(of item: InterchangeItem) -> Double {
        let (scalar, others) = item.speed
        for name in others { warn(item, "Ignoring the unsupported effect \(name).") }
        return scalar
    }

    /// Warns of the effects on a composition that are not supported: all but its speed.
    func warnOfEffects(on composition: Node) {
        for name in composition.speed.others {
            warn(at: composition, "Ignoring the effect \(name) on a nested timeline.")
        }
    }

    /// A black clip for the time after the main channel's end, in which other tracks go on; `nil` if none does.
    private func rest(
        after main: [InterchangeItem], of others: some Sequence<[InterchangeItem]>, _ mark: Mark?
    ) -> Node? {
        let rest = (others.map(\.seconds).max() ?? 0) - main.seconds
        let frames = Int(nearestTo: (rest * rate.framesPerSecond + 1e-3).rounded(.down))
        guard frames > 0 else { return nil }
        let entries = [("color", "black"), ("for", "\(frames)f"), ("then", "none")]
        return mapping(entries.map { ($0, text($1, mark)) }, mark)
    }

    private func frameRate(_ own: Node?, _ main: [InterchangeItem], _ stack: Node) throws -> FrameRate {
        if let text = own?.member("canvas")?.member("fps")?.text, let rate = FrameRate(text) { return rate }
        // A range that shows nothing of its track has a rate too.
        let lengths =
            main.lazy.filter { !$0.isSubstitute }.compactMap(\.length)
            + main.lazy.compactMap { InterchangeTime($0.node.member("source_range")?.member("duration")) }
        guard let first = lengths.first else { return .thirty }
        let whole = first.rate.rounded()
        // Programs write the NTSC rates with different numbers of decimal places.
        let broadcast = (first.rate * 1.001).rounded()
        let rate =
            abs(first.rate - whole) < 1e-6
            ? FrameRate(numerator: Int(whole))
            : abs(first.rate * 1.001 - broadcast) < 0.01
                ? FrameRate(numerator: Int(broadcast) * 1000, denominator: 1001)
                : FrameRate(numerator: Int((first.rate * 1000).rounded()), denominator: 1000)
        guard let rate else {
            throw file.error(
                at: stack, "The track has \(first.rate.brief) fps. Only 1 to 120 fps are supported.")
        }
        return rate
    }

    private func canvas(_ own: Node?, _ main: [InterchangeItem], _ stack: Node) -> Node {
        if let canvas = own?.member("canvas") { return canvas }
        var entries = [("fps", text("\(rate)", stack.mark))]
        for item in main where item.kind == .clip {
            guard let address = item.media?.member("target_url")?.text, let path = links.path(of: address) else {
                continue
            }
            // An unreadable file is reported later, with its clip's line.
            guard let pictures = (try? probe.contents(of: path))?.pictures else { continue }
            let size = pictures.size.roundedUpToEven
            entries.append(("width", text("\(size.width)", stack.mark)))
            entries.append(("height", text("\(size.height)", stack.mark)))
            break
        }
        return mapping(entries, stack.mark)
    }

    /// Adds a warning about an item that was left out.
    func warn(_ item: InterchangeItem, _ sentence: String) { warn(at: item.node, sentence) }

    func warn(at node: Node, _ sentence: String) {
        warnings.append(file.error(at: node, sentence).description)
    }

    // MARK: Nodes

    /// The keys for a speed, negative for backward.
    func entries(ofSpeed scalar: Double, _ mark: Mark?) -> [(String, Node)] {
        guard scalar != 1 else { return [] }
        let speed = ("speed", text(String(abs(scalar)), mark))
        return scalar < 0 ? [speed, ("reverse", text("true", mark))] : [speed]
    }

    /// A text node at another node's position.
    func text(_ value: String, _ mark: Mark?) -> Node { .scalar(.init(value, .implicit, .any, mark)) }

    /// A list node.
    func list(_ items: [Node], _ mark: Mark?) -> Node { .sequence(.init(items, .implicit, .any, mark)) }

    /// A mapping node.
    func mapping(_ entries: [(String, Node)], _ mark: Mark?) -> Node {
        .mapping(.init(entries.map { (text($0, $1.mark ?? mark), $1) }, .implicit, .any, mark))
    }

    /// The keys and values of a mapping; none of another node.
    func entries(of node: Node?) -> [(String, Node)] {
        (node?.mapping ?? [:]).compactMap { key, value in key.scalar.map { ($0.string, value) } }
    }
}
