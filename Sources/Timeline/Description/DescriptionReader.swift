import Composition
import Encoder
import Foundation
import Frames
package import Notation
package import Yams

/// Reads a timeline's description from YAML, of which JSON is a subset.
///
/// ``TimelineResolver`` checks what depends on the contents of source files.
package struct DescriptionReader {
    /// Turns an option of a page into arguments of `pagereel record`.
    ///
    /// The names of files are relative to the folder.
    package typealias PageOptions = (
        _ file: YAMLFile, _ folder: String, _ name: String, _ value: Node, _ mark: YAMLFile.Mark?
    ) throws -> [String]

    let file: YAMLFile
    /// The folder that file names are relative to.
    let folder: String
    let pageOptions: PageOptions

    /// The supported version of the description format.
    package static let version = 1
    static let keys = [
        "version", "canvas", "defaults", "video", "overlays", "audio", "subtitles", "effects", "outputs",
    ]

    /// Prepares to read a file.
    ///
    /// - Parameters:
    ///   - folder: The folder that file names are relative to (default: the file's own).
    ///   - pageOptions: Reads options of pages.
    package init(_ file: YAMLFile, folder: String? = nil, pageOptions: @escaping PageOptions) {
        self.file = file
        self.folder = folder ?? URL(fileURLWithPath: file.path).deletingLastPathComponent().path
        self.pageOptions = pageOptions
    }

    /// Reads the whole description.
    ///
    /// - Throws: `YAMLError`.
    package func read() throws -> Timeline {
        guard let root = try file.root() else {
            throw file.error(at: .line(1), "The file is empty. Write video: and a list of clips.")
        }
        return try read(root)
    }

    /// Reads a description from the root node of a file.
    package func read(_ root: Node) throws -> Timeline {
        let fields = try Fields(root, in: file, known: Self.keys, of: "a timeline")
        if let version = try fields.text("version"), version != "\(Self.version)" {
            throw fields.error(
                "version", "Version \(version) of descriptions is not supported. Use version \(Self.version).")
        }
        var description = Timeline()
        description.file = file
        description.folder = folder
        description.stated = JSONValue(root)
        try readCanvas(fields, into: &description)
        description.defaults = try defaults(fields)
        let clips = ClipReader(reader: self, timeline: description)
        description.clips = try fields.mappings("video", known: ClipReader.clipKeys, of: "a clip", clips.clip)
        guard !description.clips.isEmpty else {
            throw fields.error("video", "The timeline has no clips. Write video: and a list like [{src: film.mp4}].")
        }
        description.overlays = try fields.mappings(
            "overlays", known: ClipReader.overlayKeys, of: "an overlay", clips.overlay)
        description.sounds = try fields.mappings(
            "audio", known: Self.soundKeys, of: "a sound"
        ) { [rate = description.frameRate] in try sound($0, at: rate) }
        description.subtitles = try fields.mappings(
            "subtitles", known: Self.subtitleKeys, of: "subtitles"
        ) { [size = description.size] in try subtitles($0, canvas: size) }
        description.effects = try effects(fields)
        description.outputs = try outputs(fields.list("outputs") ?? [])
        return description
    }

    /// Reads outputs, each of them a mapping.
    package func outputs(_ nodes: [Node]) throws -> [TimelineOutput] {
        try nodes.map(output)
    }

    private func readCanvas(_ outer: Fields, into description: inout Timeline) throws {
        let known = ["width", "height", "fps", "background"]
        guard let fields = try outer.mapping("canvas", known: known, of: "the canvas") else { return }
        let width = try fields.value("width", .wholeNumber(in: Timeline.sides)) ?? description.size.width
        let height = try fields.value("height", .wholeNumber(in: Timeline.sides)) ?? description.size.height
        for (name, side) in [("width", width), ("height", height)] where side % 2 != 0 {
            throw fields.error(
                name, "The canvas's \(name) is \(side), but video needs an even number. Use \(side - 1) or \(side + 1)."
            )
        }
        description.size = PixelSize(width: width, height: height)
        if let rate = try fields.value("fps", .frameRate) { description.frameRate = rate }
        guard let background = try fields.color("background") else { return }
        guard background.alpha == 255 else {
            throw fields.error(
                "background", "The canvas's background must be opaque. Remove the color's last two digits.")
        }
        description.background = background
    }

    private func defaults(_ outer: Fields) throws -> ClipDefaults {
        var defaults = ClipDefaults()
        let known = ["fit", "still", "transition"]
        guard let fields = try outer.mapping("defaults", known: known, of: "the defaults") else { return defaults }
        if let fit = try fields.choice("fit", Fit.self) { defaults.fit = fit }
        if let still = try fields.length("still") { defaults.still = still }
        if fields["transition"] != nil {
            defaults.transition = try fields.transition("transition", fallback: TrackTransition(.fade))
        }
        return defaults
    }

    // MARK: Shared values

    /// The effects that have an amount, with its range.
    private static let amounts: [(name: String, range: ClosedRange<Double>, make: @Sendable (Double) -> Effect)] = [
        ("brightness", -1...1, Effect.brightness), ("contrast", 0...4, Effect.contrast),
        ("saturation", 0...4, Effect.saturation), ("blur", 0...200, Effect.blur),
        ("vignette", 0...1, Effect.vignette),
    ]

    /// The list of effects, each with a name and an amount or a color.
    func effects(_ fields: Fields) throws -> [Effect] {
        let names = Self.amounts.map(\.name) + ["tint"]
        return try fields.mappings("effects", known: names, of: "an effect") { effect in
            guard let name = effect.keys.first, effect.keys.count == 1 else {
                throw effect.error(
                    "An effect needs exactly one name and amount, like {blur: 4}. List each effect separately.")
            }
            guard let known = Self.amounts.first(where: { $0.name == name }) else {
                return .tint(try effect.color(name) ?? .black)
            }
            return known.make(try effect.value(name, .number(in: known.range)) ?? 0)
        }
    }

    /// Resolves a file name against the folder.
    func path(_ name: String) -> String {
        if name.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] {
            return home + name.dropFirst()
        }
        return URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).path
    }
}

// MARK: - Sounds

extension DescriptionReader {
    static let soundKeys = [
        "src", "at", "in", "out", "for", "loop", "volume", "keyframes", "fade", "curve", "duck", "speed", "reverse",
        "track", "channel",
    ]

    /// Reads a sound track.
    ///
    /// - Parameter rate: Frames per second of the timeline.
    private func sound(_ fields: Fields, at rate: FrameRate) throws -> AudioItem {
        guard let name = try fields.text("src") else {
            throw fields.error("The sound has no file. Write src: and its name.")
        }
        var sound = AudioItem(path(name))
        sound.stated = fields.stated
        sound.selection = try fields.soundSelection()
        sound.startTime = try fields.time("at")
        sound.inPoint = try fields.time("in")
        sound.outPoint = try fields.length("out")
        // A sound ends with the video at the latest.
        if try fields.text("for") != "video" {
            sound.duration = try fields.value("for", Form("\(Form.timelineTime), or video") { TimelineTime($0) })
        }
        sound.loopCrossfade = try loop(fields)
        sound.speed = try fields.value("speed", .number(in: Timeline.speeds)) ?? 1
        sound.isReversed = try fields.bool("reverse") ?? false
        sound.gain = try fields.gain("volume") ?? 1
        sound.volumeKeys = try fields.mappings("keyframes", known: ["at", "volume"], of: "a sound's keyframe") { key in
            guard let at = try key.offset("at"), let gain = try key.gain("volume") else {
                throw key.error("A sound's keyframe needs a time and a volume, like {at: 2s, volume: -6dB}.")
            }
            sound.stated.keyFrameMarks.append(key.mark(of: "at"))
            return PlannedSound.VolumeKey(sample: at.samples(at: rate), gain: gain)
        }
        sound.fades = try fields.fades("fade")
        if let curve = try fields.choice("curve", PlannedSound.Fade.Curve.self) { sound.curve = curve }
        sound.ducking = try ducking(fields, at: rate)
        return sound
    }

    private func loop(_ fields: Fields) throws -> TimelineTime? {
        if let loop = try fields.mapping("loop", known: ["crossfade"], of: "a loop", orValue: true) {
            return try loop.time("crossfade") ?? .seconds(.zero)
        }
        return try fields.bool("loop", "true, false or {crossfade: 50ms}") == true ? .seconds(.zero) : nil
    }

    private func ducking(_ fields: Fields, at rate: FrameRate) throws -> Ducking? {
        var ducking = Ducking()
        let known = ["threshold", "ratio", "attack", "release"]
        guard let duck = try fields.mapping("duck", known: known, of: "ducking", orValue: true) else {
            return try fields.bool("duck", "true, false or {threshold: -26dB, ratio: 6}") == true ? ducking : nil
        }
        let decibels = Form("decibels from -60dB to 0dB") { text in
            Fields.decibels(text).flatMap { (-60...0).contains($0) ? $0 : nil }
        }
        ducking.threshold = try duck.value("threshold", decibels) ?? ducking.threshold
        ducking.ratio = try duck.value("ratio", .number(in: 1...100)) ?? ducking.ratio
        ducking.attack = try duck.time("attack")?.samples(at: rate) ?? ducking.attack
        ducking.release = try duck.time("release")?.samples(at: rate) ?? ducking.release
        return ducking
    }
}
