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
    /// What is known of the keys of a timeline.
    package static var mapping: MappingFacts { TimelineKeys.mapping.facts }

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
        let keys = TimelineKeys.mapping
        let fields = try Fields(root, in: file, keys)
        if let version = try fields.value(keys.version), version != "\(Self.version)" {
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
        description.clips = try fields.required(keys.video).map(clips.clip)
        description.overlays = try fields.value(keys.overlays)?.map(clips.overlay) ?? []
        let (rate, size) = (description.frameRate, description.size)
        description.sounds = try fields.value(keys.audio)?.map { try sound($0, at: rate) } ?? []
        description.subtitles = try fields.value(keys.subtitles)?.map { try subtitles($0, canvas: size) } ?? []
        description.effects = try effects(fields.value(keys.effects))
        description.outputs = try fields.value(keys.outputs)?.map(output) ?? []
        return description
    }

    /// Reads outputs, each of them a mapping.
    package func outputs(_ nodes: [Node]) throws -> [TimelineOutput] {
        try nodes.map { try output(Fields($0, in: file, OutputKeys.mapping)) }
    }

    private func readCanvas(_ outer: Fields, into description: inout Timeline) throws {
        let keys = CanvasKeys.mapping
        guard let fields = try outer.value(TimelineKeys.mapping.canvas) else { return }
        let width = try fields.value(keys.width) ?? description.size.width
        let height = try fields.value(keys.height) ?? description.size.height
        for (name, side) in [("width", width), ("height", height)] where side % 2 != 0 {
            throw fields.error(
                name, "The canvas's \(name) is \(side), but video needs an even number. Use \(side - 1) or \(side + 1)."
            )
        }
        description.size = PixelSize(width: width, height: height)
        if let rate = try fields.value(keys.frameRate) { description.frameRate = rate }
        guard let background = try fields.value(keys.background) else { return }
        guard background.alpha == 255 else {
            throw fields.error(
                "background", "The canvas's background must be opaque. Remove the color's last two digits.")
        }
        description.background = background
    }

    private func defaults(_ outer: Fields) throws -> ClipDefaults {
        var defaults = ClipDefaults()
        let keys = DefaultsKeys.mapping
        guard let fields = try outer.value(TimelineKeys.mapping.defaults) else { return defaults }
        if let fit = try fields.value(keys.fit) { defaults.fit = fit }
        if let still = try fields.value(keys.still) { defaults.still = still }
        if fields[keys.transition.name] != nil {
            defaults.transition = try fields.transition(keys.transition, fallback: TrackTransition(.fade))
        }
        return defaults
    }

    // MARK: Shared values

    /// The effects that have an amount.
    private static let amounts: [(key: Key<Double>, make: @Sendable (Double) -> Effect)] = {
        let keys = EffectKeys.mapping
        return [
            (keys.brightness, Effect.brightness), (keys.contrast, Effect.contrast),
            (keys.saturation, Effect.saturation), (keys.blur, Effect.blur), (keys.vignette, Effect.vignette),
        ]
    }()

    /// The list of effects, each with a name and an amount or a color.
    func effects(_ list: MappingList<EffectKeys>?) throws -> [Effect] {
        try list?.map { effect in
            guard let name = effect.keys.first, effect.keys.count == 1 else {
                throw effect.error(
                    "An effect needs exactly one name and amount, like {blur: 4}. List each effect separately.")
            }
            guard let (key, make) = Self.amounts.first(where: { $0.key.name == name }) else {
                return .tint(try effect.value(EffectKeys.mapping.tint) ?? .black)
            }
            return make(try effect.value(key) ?? 0)
        } ?? []
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
    /// Reads a sound track.
    ///
    /// - Parameter rate: Frames per second of the timeline.
    private func sound(_ fields: Fields, at rate: FrameRate) throws -> AudioItem {
        let keys = SoundKeys.mapping
        var sound = AudioItem(path(try fields.required(keys.file)))
        sound.stated = fields.stated
        sound.selection = try fields.soundSelection(keys.selection)
        sound.startTime = try fields.value(keys.start)
        sound.inPoint = try fields.value(keys.inPoint)
        sound.outPoint = try fields.value(keys.outPoint)
        // A sound ends with the video at the latest.
        sound.duration = try fields.value(keys.length) ?? nil
        sound.loopCrossfade = try loop(fields)
        sound.speed = try fields.value(keys.speed) ?? 1
        sound.isReversed = try fields.value(keys.reverse) ?? false
        sound.gain = try fields.value(keys.volume) ?? 1
        sound.volumeKeys =
            try fields.value(keys.keyframes)?.map { key in
                let keys = SoundKeys.VolumeKey.mapping
                let (at, gain) = (try key.required(keys.time), try key.required(keys.volume))
                sound.stated.keyFrameMarks.append(key.mark(of: keys.time.name))
                return PlannedSound.VolumeKey(sample: at.samples(at: rate), gain: gain)
            } ?? []
        sound.fades = try fields.value(keys.fade)
        if let curve = try fields.value(keys.curve) { sound.curve = curve }
        sound.ducking = try ducking(fields, at: rate)
        return sound
    }

    private func loop(_ fields: Fields) throws -> TimelineTime? {
        switch try fields.value(SoundKeys.mapping.loop) {
        case .mapping(let loop): try loop.value(SoundKeys.Loop.mapping.crossfade) ?? .seconds(.zero)
        case .value(true): .seconds(.zero)
        case .value(false), nil: nil
        }
    }

    private func ducking(_ fields: Fields, at rate: FrameRate) throws -> Ducking? {
        var ducking = Ducking()
        let keys = SoundKeys.Duck.mapping
        switch try fields.value(SoundKeys.mapping.duck) {
        case .mapping(let duck):
            ducking.threshold = try duck.value(keys.threshold) ?? ducking.threshold
            ducking.ratio = try duck.value(keys.ratio) ?? ducking.ratio
            ducking.attack = try duck.value(keys.attack)?.samples(at: rate) ?? ducking.attack
            ducking.release = try duck.value(keys.release)?.samples(at: rate) ?? ducking.release
            return ducking
        case .value(true): return ducking
        case .value(false), nil: return nil
        }
    }
}
