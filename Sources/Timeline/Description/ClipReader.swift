package import Composition
import Decoder
import Files
import Foundation
import Frames
import Notation
import Yams

/// Reads clips of the main channel and overlays.
struct ClipReader {
    let reader: DescriptionReader
    /// The timeline with its canvas and defaults.
    let timeline: Timeline
    private var canvas: PixelSize { timeline.size }

    func clip(_ fields: Fields) throws -> TrackItem {
        let keys = ClipKeys.mapping
        var clip = try common(fields, keys.shared, in: "clip")
        if fields[keys.then.name] != nil {
            clip.transition = try fields.transition(
                keys.then, fallback: timeline.defaults.transition ?? TrackTransition(.fade))
        }
        return clip
    }

    func overlay(_ fields: Fields) throws -> TrackItem {
        let keys = OverlayKeys.mapping
        var overlay = try common(fields, keys.shared, in: "overlay")
        overlay.isOverlay = true
        overlay.startTime = try fields.value(keys.start)
        if fields[keys.shared.frame.name] != nil {
            if let key = keys.placing.first(where: { fields[$0] != nil }) {
                throw fields.error(key, "\(key) cannot be combined with frame: both position the overlay.")
            }
            return overlay
        }
        var anchor = Anchor()
        if let corner = try fields.value(keys.anchor) { anchor.corner = corner }
        if let margin = try fields.value(keys.margin) { anchor.margin = margin }
        anchor.width = try side(keys.width, of: canvas.width, fields)
        anchor.height = try side(keys.height, of: canvas.height, fields)
        overlay.anchor = anchor
        return overlay
    }

    private func side(_ key: Key<CanvasLength>, of whole: Int, _ fields: Fields) throws -> Double? {
        let length = try fields.value(key)?.pixels(of: whole)
        if let length, length <= 0 { throw fields.error(key.name, "\(key.name) must be greater than zero.") }
        return length
    }

    // MARK: Keys of clips and overlays

    private func common(_ fields: Fields, _ keys: SharedClipKeys, in place: String) throws -> TrackItem {
        let names = keys.sources.map(\.facts.name).filter { fields[$0] != nil }
        guard let key = names.first, names.count == 1 else {
            let found = names.isEmpty ? "none" : names.joined(separator: " and ")
            throw fields.error("This \(place) needs exactly one of src, color, title and page, but has \(found).")
        }
        var clip = TrackItem(try source(key, fields, keys))
        clip.stated = fields.stated
        clip.layout = Layout(
            fit: try fields.value(keys.fit) ?? timeline.defaults.fit, frame: try frame(fields, keys.frame) ?? .canvas)
        try readTransform(fields.value(keys.transform), into: &clip.layout)
        clip.layout.opacity = try fields.value(keys.opacity) ?? 1
        clip.layout.effects = try reader.effects(fields.value(keys.effects))
        clip.sequence = try sequence(fields, keys)
        clip.chromaKey = try chromaKey(fields, keys.chromaKey)
        clip.inPoint = try fields.value(keys.inPoint)
        clip.outPoint = try fields.value(keys.outPoint)
        try readLength(fields, keys, into: &clip, isOverlay: place == "overlay")
        clip.speed = try fields.value(keys.speed) ?? 1
        clip.isReversed = try fields.value(keys.reverse) ?? false
        if let deinterlacing = try fields.value(keys.deinterlace) { clip.deinterlacing = deinterlacing }
        clip.fades = try fields.value(keys.fade)
        clip.motion = try fields.value(keys.motion).map(motion)
        clip.keyFrames =
            try fields.value(keys.keyframes)?.map { key in
                clip.stated.keyFrameMarks.append(key.mark(of: KeyFrameKeys.mapping.time.name))
                return try keyFrame(key)
            } ?? []
        clip.audio = try sound(fields.value(keys.audio))
        return clip
    }

    private func source(_ key: String, _ fields: Fields, _ keys: SharedClipKeys) throws -> Resource {
        switch key {
        case keys.file.name:
            let name = try fields.value(keys.file) ?? ""
            let isPage = [".html", ".htm", ".xhtml"].contains { name.lowercased().hasSuffix($0) }
            guard !isPage, !name.contains("://") else {
                throw fields.error(key, "src cannot be a web page. Write page: \(name).")
            }
            return .still(path: reader.path(name))
        case keys.color.name: return .color(try fields.value(keys.color) ?? .black)
        case keys.title.name: return .title(try fields.title(keys.title, canvas: canvas))
        default: return .page(try page(fields, keys.page))
        }
    }

    private func chromaKey(_ outer: Fields, _ key: Key<Fields>) throws -> ChromaKey? {
        guard let fields = try outer.value(key) else { return nil }
        let keys = ChromaKeyKeys.mapping
        guard let color = try fields.value(keys.color), color.alpha == 255 else {
            throw outer.error(key.name, keys.color.absence)
        }
        var chromaKey = ChromaKey(color)
        if let similarity = try fields.value(keys.similarity) { chromaKey.similarity = similarity }
        if let blend = try fields.value(keys.blend) { chromaKey.blend = blend }
        return chromaKey
    }

    private func sequence(_ outer: Fields, _ clipKeys: SharedClipKeys) throws -> SequenceSettings? {
        let keys = SequenceKeys.mapping
        guard let fields = try outer.value(clipKeys.sequence) else { return nil }
        guard outer[clipKeys.file.name] != nil else {
            throw outer.error(clipKeys.sequence.name, "sequence needs src, like frame_%04d.png.")
        }
        var settings = SequenceSettings()
        settings.frameRate = try fields.value(keys.frameRate)
        settings.numbers.first = try fields.value(keys.first)
        settings.numbers.step = try fields.value(keys.step) ?? 1
        settings.numbers.count = try fields.value(keys.count)
        settings.numbers.gap = try fields.value(keys.missing) ?? .error
        return settings
    }

    private func readLength(
        _ fields: Fields, _ keys: SharedClipKeys, into clip: inout TrackItem, isOverlay: Bool
    ) throws {
        guard let key = [keys.length, keys.duration].first(where: { fields[$0.name] != nil }) else { return }
        if key.name == keys.length.name, fields[keys.duration.name] != nil {
            throw fields.error(keys.duration.name, "for and duration mean the same. Remove one of them.")
        }
        if fields[keys.outPoint.name] != nil {
            throw fields.error(keys.outPoint.name, "\(key.name) cannot be combined with out: both set the clip's end.")
        }
        clip.lastsUntilEnd = try isOverlay && fields.value(key.name, Form.text) == "end"
        if !clip.lastsUntilEnd { clip.duration = try fields.value(key) }
    }

    private func frame(_ fields: Fields, _ key: Key<[CanvasLength]>) throws -> PixelRectangle? {
        guard let lengths = try fields.value(key) else { return nil }
        guard lengths.suffix(2).allSatisfy({ $0.pixels(of: 1) > 0 }) else {
            throw fields.error(
                key.name, "frame must be \(SharedClipKeys.frameForm); width and height must be greater than zero.")
        }
        let (x, y) = (lengths[0].pixels(of: canvas.width), lengths[1].pixels(of: canvas.height))
        return PixelRectangle(
            left: x, top: y, right: x + lengths[2].pixels(of: canvas.width),
            bottom: y + lengths[3].pixels(of: canvas.height))
    }

    /// Reads the rotation, scale, offset and shape of a picture in its frame.
    private func readTransform(_ fields: Fields?, into layout: inout Layout) throws {
        guard let fields else { return }
        let keys = TransformKeys.mapping
        layout.rotation = try fields.value(keys.rotation) ?? 0
        layout.scale = try fields.value(keys.scale) ?? 1
        layout.x = try fields.value(keys.x)?.pixels(of: canvas.width) ?? 0
        layout.y = try fields.value(keys.y)?.pixels(of: canvas.height) ?? 0
        layout.isMirrored = try fields.value(keys.mirror) ?? false
        if let matrix = try fields.value(keys.matrix) {
            layout.matrix = LinearMap(a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3])
        }
    }

    /// Reads a motion as two keyframes; the frame of the second depends on the clip's length.
    private func motion(_ fields: Fields) throws -> [KeyFrame] {
        let keys = MotionKeys.mapping
        let zoom = try fields.value(keys.zoom)
        let pan = try fields.value(keys.pan)
        let easing = try fields.value(keys.easing) ?? .linear
        guard zoom != nil || pan != nil else {
            throw fields.error("A motion needs zoom or pan, like {zoom: [1.0, 1.08], pan: [[0, 0], [5%, 0]]}.")
        }
        return [0, 1].map { index in
            var key = KeyFrame(frame: 0, easing: index == 0 ? .linear : easing)
            key.scale = zoom?[index]
            key.x = pan?[index][0].pixels(of: canvas.width)
            key.y = pan?[index][1].pixels(of: canvas.height)
            return key
        }
    }

    private func keyFrame(_ fields: Fields) throws -> KeyFrame {
        let keys = KeyFrameKeys.mapping
        var key = KeyFrame(
            frame: try fields.required(keys.time).frames(at: timeline.frameRate),
            easing: try fields.value(keys.easing) ?? .linear)
        key.opacity = try fields.value(keys.opacity)
        key.scale = try fields.value(keys.scale)
        key.rotation = try fields.value(keys.rotation)
        key.x = try fields.value(keys.x)?.pixels(of: canvas.width)
        key.y = try fields.value(keys.y)?.pixels(of: canvas.height)
        guard fields.keys.contains(where: { ![keys.time.name, keys.easing.name].contains($0) }) else {
            throw fields.error("The keyframe changes nothing. Set opacity, scale, rotate, x or y.")
        }
        return key
    }

    private func sound(_ value: MappingOr<Bool>?) throws -> AudioConfiguration {
        var sound = AudioConfiguration()
        let keys = ClipSoundKeys.mapping
        let fields: Fields
        switch value {
        case .mapping(let mapping): fields = mapping
        case .value(let isOn):
            sound.isOff = !isOn
            return sound
        case nil: return sound
        }
        sound.isOff = try fields.value(keys.isOff) ?? false
        sound.gain = try fields.value(keys.volume) ?? 1
        sound.fades = try fields.value(keys.fade)
        sound.selection = try fields.soundSelection(keys.selection)
        sound.stated = fields.stated
        if let curve = try fields.value(keys.curve) { sound.curve = curve }
        return sound
    }

    // MARK: Pages

    /// Reads an address, or a mapping with an address and display settings.
    private func page(_ outer: Fields, _ key: Key<MappingOr<String>>) throws -> PageClip {
        let keys = PageKeys.mapping
        // For pages that state no size.
        let most = PageKeys.viewportSides.upperBound
        let viewport = PixelSize(width: min(canvas.width, most), height: min(canvas.height, most))
        let fields: Fields
        switch try outer.required(key) {
        case .mapping(let mapping): fields = mapping
        case .value(let text): return PageClip(address: try address(text, outer, key.name), size: viewport)
        }
        var page = PageClip(
            address: try address(fields.required(keys.source), fields, keys.source.name), size: viewport)
        if let size = try fields.value(keys.size) { page.size = size }
        page.scale = try fields.value(keys.scale) ?? .one
        page.isTransparent = try fields.value(keys.transparent) ?? false
        page.waitsForStart = try fields.value(keys.start) == .signal
        let steps = keys.named.steps.name
        var options = keys.named.names.compactMap { key in fields[key].map { (key, fields.mark(of: key), $0) } }
        if let variables = try fields.value(keys.variables) {
            guard let node = fields[steps] else {
                throw fields.error(
                    keys.variables.name, "vars: are the variables of steps. Write them, or name their file, with do:.")
            }
            let hint = "Variables are written vars: {name: value}."
            if node.scalar == nil {
                var document = node.mapping ?? ["steps": node]
                guard document["vars"] == nil else {
                    throw fields.error(keys.variables.name, "The steps of do: have vars: already.")
                }
                document["vars"] = variables
                options.removeAll { $0.0 == steps }
                options.append((steps, fields.mark(of: steps), .mapping(document)))
            } else {
                options += try reader.file.entries(of: variables, hint).map { name, mark, value in
                    ("var", mark, Node("\(name)=\(try reader.file.text(value, hint))"))
                }
            }
        }
        if let others = try fields.value(keys.options) {
            options += try reader.file.entries(of: others, "Write options like {dark: true}.")
        }
        page.options = try options.flatMap { name, mark, value in
            try reader.pageOptions(reader.file, reader.folder, name, value, mark)
        }
        return page
    }

    /// Resolves a path against the folder; other addresses are returned unchanged.
    private func address(_ text: String, _ fields: Fields, _ key: String) throws -> String {
        guard !text.isEmpty else {
            throw fields.error(key, "The page has no address. Write \(key): and its address or file.")
        }
        guard !text.contains("://") else { return text }
        // The query and the fragment are not part of the file name.
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        let path = reader.path(String(text[..<end]))
        guard FileManager.default.fileExists(atPath: path) else {
            let message = "The page \(text) was not found: \(path) does not exist."
            throw reader.file.error(
                at: fields.mark(of: key), message, cause: FileError(.unreadableInput, message))
        }
        return path + text[end...]
    }
}

extension Fields {
    /// Reads a transition: a name, or a mapping with a type; `nil` for a cut.
    ///
    /// - Parameter fallback: The values for keys that are left out.
    func transition(_ key: Key<MappingOr<String>>, fallback: TrackTransition) throws -> TrackTransition? {
        let keys = TransitionKeys.mapping
        let (place, key, type, fields): (Fields, String, String, Fields?) =
            switch try required(key) {
            case .mapping(let fields): (fields, keys.type.name, try fields.required(keys.type), fields)
            case .value(let text): (self, key.name, text, nil)
            }
        if Transition.Kind.cutWords.contains(type) || type.isOn == false {
            if let fields, let key = fields.keys.first(where: { $0 != keys.type.name }) {
                throw fields.error(key, "A cut does not support \(key).")
            }
            return nil
        }
        guard let usual = Transition.Kind.words.first(where: { $0.word == type }) else {
            let words = Transition.Kind.words.map(\.word) + Transition.Kind.cutWords
            throw place.error(key, "There is no transition '\(type)'.\(words.suggestion(for: type))")
        }
        let allowed = [keys.type.name, keys.duration.name, keys.easing.name] + usual.keys
        if let fields, let key = fields.keys.first(where: { !allowed.contains($0) }) {
            throw fields.error(key, "The transition \(type) does not support \(key).")
        }
        var transition = fallback
        transition.kind = usual.kind
        if let softness = try fields?.value(keys.softness) {
            transition.kind = .wipe(softness: softness)
        }
        if usual.keys.contains(keys.color.name) {
            guard let color = try fields?.value(keys.color) else {
                throw place.error(key, "fade-through needs a color: {type: fade-through, color: \"#ff8800\"}.")
            }
            transition.kind = .fadeThrough(color)
        }
        if let length = try fields?.value(keys.duration) { transition.length = length }
        transition.easing = try fields?.value(keys.easing) ?? .linear
        transition.direction = try fields?.value(keys.direction) ?? .left
        return transition
    }
}

extension Transition.Kind {
    static let cutWords = ["none", "cut"]
    /// The kinds of transitions by their words, each with the keys that not all kinds support.
    package static let words: [(word: String, kind: Transition.Kind, keys: [String])] = [
        ("fade", .fade, []), ("fade-black", .fadeThrough(.black), []), ("fade-white", .fadeThrough(.white), []),
        ("fade-through", .fadeThrough(.black), ["color"]), ("wipe", .wipe(softness: 0.1), ["direction", "softness"]),
        ("slide", .slide, ["direction"]), ("push", .push, ["direction"]), ("bounce-up", .bounceUp, []),
        ("zoom", .zoom, []),
    ]
}

extension Transition {
    /// The transition's name in descriptions.
    package var word: String {
        switch kind {
        case .fade: "fade"
        case .fadeThrough(.black): "fade-black"
        case .fadeThrough(.white): "fade-white"
        case .fadeThrough: "fade-through"
        case .wipe: "wipe"
        case .slide: "slide"
        case .push: "push"
        case .bounceUp: "bounce-up"
        case .zoom: "zoom"
        case .custom: "custom"
        }
    }
}
