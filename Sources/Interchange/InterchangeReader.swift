import Decoder
import Frames
package import Notation
package import Timeline
import Yams

/// Reads an OpenTimelineIO file as a timeline's description.
///
/// The first video track is the main channel; all others are overlays. Files, positions, lengths, speeds and
/// transitions come from the standard fields, which other editors may have changed. Everything else comes from the
/// metadata that ``InterchangeWriter`` has written. Errors refer to lines of the file.
package final class InterchangeReader {
    let file: YAMLFile
    /// Inspects files of pictures and sound.
    let probe: any SourceProbe
    private let pageOptions: DescriptionReader.PageOptions
    /// Resolves the file's references to other files.
    let links: InterchangeLinks
    private(set) var rate = FrameRate.thirty
    /// The contents of numbered pictures, by the lines of their references.
    private var sequences: [Int: MediaContents?] = [:]
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
            throw file.error(at: .line(1), "This is not an OpenTimelineIO file: OTIO_SCHEMA is missing.")
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
        var entries = Entries(at: mark)
        entries["canvas"] = canvas(own, main, stack)
        for key in ["defaults", "effects", "outputs"] { entries[key] = own?.member(key) }
        let soundIsElsewhere =
            sounds.joined().contains { $0.kind == .clip } || tracks.contains { $0.member("kind")?.text == "Audio" }
        var clips = try clips(main, soundIsElsewhere: soundIsElsewhere)
        if let rest = rest(after: main, of: videos.dropFirst() + sounds, mark) { clips.append(rest) }
        entries["video"] = Node(clips, at: mark)
        entries["overlays"] = Node(try videos.dropFirst().flatMap(overlays), at: mark)
        entries["audio"] = Node(try sounds.flatMap(self.sounds), at: mark)
        let folder = links.folder(named: own?.member("folder")?.text ?? ".")
        var description = try DescriptionReader(file, folder: folder, pageOptions: pageOptions)
            .read(entries.node)
        description.yieldsToLengths = true
        return description
    }

    /// The contents of an item's file; `nil` if the file cannot be read, which is reported later, with its line.
    func contents(of item: InterchangeItem) -> MediaContents? {
        if let media = item.media, InterchangeSequence.isReferred(by: media) {
            let line = media.mark?.line ?? 0
            if let known = sequences[line] { return known }
            // As below.
            let contents = (try? InterchangeSequence(media, in: file, links))?.contents
            sequences[line] = .some(contents)
            return contents
        }
        // The clip's own reader reports the error.
        return item.path(links).flatMap { try? probe.contents(of: $0) }
    }

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
        var entries = Entries(at: mark)
        for (key, text) in [("color", "black"), ("for", "\(frames)f"), ("then", "none")] { entries.set(key, text) }
        return entries.node
    }

    private func frameRate(_ own: Node?, _ main: [InterchangeItem], _ stack: Node) throws -> FrameRate {
        if let text = own?.member("canvas")?.member("fps")?.text, let rate = FrameRate(text) { return rate }
        // A range that shows nothing of its track has a rate too.
        let lengths =
            main.lazy.filter { !$0.isSubstitute }.compactMap(\.length)
            + main.lazy.compactMap { InterchangeTime($0.node.member("source_range")?.member("duration")) }
        guard let first = lengths.first else { return .thirty }
        guard let rate = FrameRate(interchanged: first.rate) else {
            throw file.error(
                at: stack, "The track has \(first.rate.brief) fps. Only 1 to 120 fps are supported.")
        }
        return rate
    }

    private func canvas(_ own: Node?, _ main: [InterchangeItem], _ stack: Node) -> Node {
        if let canvas = own?.member("canvas") { return canvas }
        var entries = Entries(at: stack.mark)
        entries.set("fps", "\(rate)")
        for item in main where item.kind == .clip {
            guard let size = contents(of: item)?.pictures?.size.roundedUpToEven else { continue }
            entries.set("width", "\(size.width)")
            entries.set("height", "\(size.height)")
            break
        }
        return entries.node
    }

    /// Adds a warning about an item that was left out.
    func warn(_ item: InterchangeItem, _ sentence: String) { warn(at: item.node, sentence) }

    func warn(at node: Node, _ sentence: String) {
        warnings.append(file.error(at: node.start.map { .line($0.line) }, sentence).description)
    }
}

/// The keys and values of a description that is made for a part of an OpenTimelineIO file, with the part's lines.
struct Entries {
    /// The place of the part in the file.
    let mark: Mark?
    private var pairs: [(key: String, value: Node)]

    /// Starts with the keys of a mapping; none of another node.
    init(_ node: Node? = nil, at mark: Mark?) {
        self.mark = mark
        pairs = (node?.mapping ?? [:]).compactMap { key, value in key.scalar.map { ($0.string, value) } }
    }

    /// The value of a key; `nil` removes the key.
    subscript(key: String) -> Node? {
        get { pairs.first { $0.key == key }?.value }
        set {
            pairs.removeAll { $0.key == key }
            if let newValue { pairs.append((key, newValue)) }
        }
    }

    /// Sets the text of a key.
    mutating func set(_ key: String, _ text: String) { self[key] = Node(text, at: mark) }

    /// Sets a speed, negative for backward.
    mutating func set(speed scalar: Double) {
        guard scalar != 1 else { return }
        set("speed", String(abs(scalar)))
        if scalar < 0 { set("reverse", "true") }
    }

    var node: Node {
        .mapping(.init(pairs.map { (Node($0.key, at: $0.value.mark ?? mark), $0.value) }, .implicit, .any, mark))
    }
}

extension Node {
    /// Creates a text at a place.
    init(_ text: String, at mark: Mark?) { self = .scalar(.init(text, .implicit, .any, mark)) }

    /// Creates a list at a place.
    init(_ items: [Node], at mark: Mark?) { self = .sequence(.init(items, .implicit, .any, mark)) }
}
