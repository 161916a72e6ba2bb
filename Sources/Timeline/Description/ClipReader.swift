package import Composition
import Decoder
import Files
import Foundation
import Frames
import Notation
import Yams

/// Reads clips of the main channel and overlays.
struct ClipReader {
    private static let moving = Form.number(in: Timeline.speeds)
    private static let speed = Form<Double>("0, which holds one picture, or \(moving)") { text in
        Double(text) == 0 ? 0 : moving.read(text)
    }

    let reader: DescriptionReader
    /// The timeline with its canvas and defaults.
    let timeline: Timeline
    private var canvas: PixelSize { timeline.size }

    private static let sources = ["src", "color", "title", "page"]
    private static let common =
        sources + [
            "in", "out", "for", "duration", "speed", "reverse", "deinterlace", "fit", "frame", "transform", "opacity",
            "fade", "motion", "keyframes", "effects", "audio", "sequence", "key",
        ]
    private static let anchored = ["anchor", "margin", "width", "height"]
    static let clipKeys = common + ["then"]
    static let overlayKeys = common + anchored + ["at"]

    func clip(_ fields: Fields) throws -> TrackItem {
        var clip = try common(fields, in: "clip")
        if fields["then"] != nil {
            clip.transition = try fields.transition(
                "then", fallback: timeline.defaults.transition ?? TrackTransition(.fade))
        }
        return clip
    }

    func overlay(_ fields: Fields) throws -> TrackItem {
        var overlay = try common(fields, in: "overlay")
        overlay.isOverlay = true
        overlay.startTime = try fields.time("at")
        if fields["frame"] != nil {
            if let key = Self.anchored.first(where: { fields[$0] != nil }) {
                throw fields.error(key, "\(key) cannot be combined with frame: both position the overlay.")
            }
            return overlay
        }
        var anchor = Anchor()
        if let corner = try fields.choice("anchor", Anchor.Corner.self) { anchor.corner = corner }
        if let margin = try fields.canvasLength("margin") { anchor.margin = margin }
        anchor.width = try side("width", of: canvas.width, fields)
        anchor.height = try side("height", of: canvas.height, fields)
        overlay.anchor = anchor
        return overlay
    }

    private func side(_ key: String, of whole: Int, _ fields: Fields) throws -> Double? {
        let length = try fields.canvasLength(key)?.pixels(of: whole)
        if let length, length <= 0 { throw fields.error(key, "\(key) must be greater than zero.") }
        return length
    }

    // MARK: Keys of clips and overlays

    private func common(_ fields: Fields, in place: String) throws -> TrackItem {
        let names = Self.sources.filter { fields[$0] != nil }
        guard let key = names.first, names.count == 1 else {
            let found = names.isEmpty ? "none" : names.joined(separator: " and ")
            throw fields.error("This \(place) needs exactly one of src, color, title and page, but has \(found).")
        }
        var clip = TrackItem(try source(key, fields))
        clip.stated = fields.stated
        clip.layout = Layout(
            fit: try fields.choice("fit", Fit.self) ?? timeline.defaults.fit, frame: try frame(fields) ?? .canvas)
        try readTransform(fields, into: &clip.layout)
        clip.layout.opacity = try fields.value("opacity", .number(in: 0...1)) ?? 1
        clip.layout.effects = try reader.effects(fields)
        clip.sequence = try sequence(fields)
        clip.chromaKey = try chromaKey(fields)
        clip.inPoint = try fields.time("in")
        clip.outPoint = try fields.length("out")
        try readLength(fields, into: &clip, isOverlay: place == "overlay")
        clip.speed = try fields.value("speed", Self.speed) ?? 1
        clip.isReversed = try fields.bool("reverse") ?? false
        if let deinterlacing = try fields.choice("deinterlace", Deinterlacing.self) {
            clip.deinterlacing = deinterlacing
        }
        clip.fades = try fields.fades("fade")
        clip.motion = try motion(fields)
        let keys = ["at", "ease", "opacity", "scale", "rotate", "x", "y"]
        clip.keyFrames = try fields.mappings("keyframes", known: keys, of: "a keyframe") { key in
            clip.stated.keyFrameMarks.append(key.mark(of: "at"))
            return try keyFrame(key)
        }
        clip.audio = try sound(fields)
        return clip
    }

    private func source(_ key: String, _ fields: Fields) throws -> Resource {
        switch key {
        case "src":
            let name = try fields.text(key) ?? ""
            let isPage = [".html", ".htm", ".xhtml"].contains { name.lowercased().hasSuffix($0) }
            guard !isPage, !name.contains("://") else {
                throw fields.error(key, "src cannot be a web page. Write page: \(name).")
            }
            return .still(path: reader.path(name))
        case "color": return .color(try fields.color(key) ?? .black)
        case "title": return .title(try fields.title(canvas: canvas))
        default: return .page(try page(fields))
        }
    }

    private func chromaKey(_ outer: Fields) throws -> ChromaKey? {
        let known = ["color", "similarity", "blend"]
        guard let fields = try outer.mapping("key", known: known, of: "a key") else { return nil }
        guard let color = try fields.color("color"), color.alpha == 255 else {
            throw outer.error("key", "A key needs an opaque color, like {color: '#00b140'}.")
        }
        var key = ChromaKey(color)
        if let similarity = try fields.value("similarity", .number(in: 0.00001...1)) { key.similarity = similarity }
        if let blend = try fields.value("blend", .number(in: 0...1)) { key.blend = blend }
        return key
    }

    private func sequence(_ outer: Fields) throws -> SequenceSettings? {
        let known = ["fps", "first", "step", "count", "missing"]
        guard let fields = try outer.mapping("sequence", known: known, of: "a sequence") else { return nil }
        guard outer["src"] != nil else { throw outer.error("sequence", "sequence needs src, like frame_%04d.png.") }
        var settings = SequenceSettings()
        settings.frameRate = try fields.value("fps", .frameRate)
        settings.numbers.first = try fields.value("first", .wholeNumber(in: 0...Self.highestNumber))
        settings.numbers.step = try fields.value("step", .wholeNumber(in: 1...10_000)) ?? 1
        settings.numbers.count = try fields.value("count", .wholeNumber(in: 1...Self.mostPictures))
        settings.numbers.gap = try fields.choice("missing", NumberedPictures.Gap.self) ?? .error
        return settings
    }

    /// The highest number of a picture, and the most pictures of a sequence.
    private static let (highestNumber, mostPictures) = (1_000_000_000, 10_000_000)

    private func readLength(_ fields: Fields, into clip: inout TrackItem, isOverlay: Bool) throws {
        guard let key = ["for", "duration"].first(where: { fields[$0] != nil }) else { return }
        if key == "for", fields["duration"] != nil {
            throw fields.error("duration", "for and duration mean the same. Remove one of them.")
        }
        if fields["out"] != nil {
            throw fields.error("out", "\(key) cannot be combined with out: both set the clip's end.")
        }
        clip.lastsUntilEnd = try isOverlay && fields.text(key) == "end"
        if !clip.lastsUntilEnd { clip.duration = try fields.length(key) }
    }

    private func frame(_ fields: Fields) throws -> PixelRectangle? {
        let form = "a list of four lengths, x, y, width and height, like [0, 0, 50%, 100%]"
        guard let lengths = try fields.values("frame", count: 4, form, CanvasLength.init) else { return nil }
        guard lengths.suffix(2).allSatisfy({ $0.pixels(of: 1) > 0 }) else {
            throw fields.error("frame", "frame must be \(form); width and height must be greater than zero.")
        }
        let (x, y) = (lengths[0].pixels(of: canvas.width), lengths[1].pixels(of: canvas.height))
        return PixelRectangle(
            left: x, top: y, right: x + lengths[2].pixels(of: canvas.width),
            bottom: y + lengths[3].pixels(of: canvas.height))
    }

    /// Reads the rotation, scale, offset and shape of a picture in its frame.
    private func readTransform(_ outer: Fields, into layout: inout Layout) throws {
        let known = ["rotate", "scale", "x", "y", "mirror", "matrix"]
        guard let fields = try outer.mapping("transform", known: known, of: "a transform") else { return }
        layout.rotation = try fields.value("rotate", .number(in: -36_000...36_000)) ?? 0
        layout.scale = try fields.value("scale", .number(in: 0...100)) ?? 1
        layout.x = try fields.canvasLength("x")?.pixels(of: canvas.width) ?? 0
        layout.y = try fields.canvasLength("y")?.pixels(of: canvas.height) ?? 0
        layout.isMirrored = try fields.bool("mirror") ?? false
        let matrix = try fields.values("matrix", count: 4, "four numbers from -100 to 100, like [1, 0, 0.3, 1]") {
            Self.number($0, in: -100...100)
        }
        if let matrix { layout.matrix = LinearMap(a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3]) }
    }

    private static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
        Double(text).flatMap { range.contains($0) ? $0 : nil }
    }

    /// Reads a motion as two keyframes; the frame of the second depends on the clip's length.
    private func motion(_ outer: Fields) throws -> [KeyFrame]? {
        guard let fields = try outer.mapping("motion", known: ["zoom", "pan", "ease"], of: "a motion") else {
            return nil
        }
        let zoom = try fields.values("zoom", count: 2, "two factors from 0 to 100, like [1.0, 1.08]") {
            Self.number($0, in: 0...100)
        }
        let pan = try pan(fields)
        let easing = try fields.choice("ease", Easing.self) ?? .linear
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

    private func pan(_ fields: Fields) throws -> [[CanvasLength]]? {
        guard let places = try fields.list("pan") else { return nil }
        let lengths = places.map { ($0.sequence ?? []).compactMap { $0.scalar.flatMap { CanvasLength($0.string) } } }
        guard lengths.count == 2, lengths.allSatisfy({ $0.count == 2 }) else {
            throw fields.error("pan", "pan must be two positions, each x and y, like [[0, 0], [5%, 0]].")
        }
        return lengths
    }

    private func keyFrame(_ fields: Fields) throws -> KeyFrame {
        guard let at = try fields.offset("at") else {
            throw fields.error("The keyframe has no time. Write at: and the time from the clip's start.")
        }
        var key = KeyFrame(
            frame: at.frames(at: timeline.frameRate), easing: try fields.choice("ease", Easing.self) ?? .linear)
        key.opacity = try fields.value("opacity", .number(in: 0...1))
        key.scale = try fields.value("scale", .number(in: 0...100))
        key.rotation = try fields.value("rotate", .number(in: -36_000...36_000))
        key.x = try fields.canvasLength("x")?.pixels(of: canvas.width)
        key.y = try fields.canvasLength("y")?.pixels(of: canvas.height)
        guard fields.keys.contains(where: { $0 != "at" && $0 != "ease" }) else {
            throw fields.error("The keyframe changes nothing. Set opacity, scale, rotate, x or y.")
        }
        return key
    }

    private func sound(_ outer: Fields) throws -> AudioConfiguration {
        var sound = AudioConfiguration()
        let known = ["volume", "fade", "curve", "off", "track", "channel"]
        guard let fields = try outer.mapping("audio", known: known, of: "a clip's sound", orValue: true) else {
            sound.isOff = try outer.bool("audio", "off, or {volume: -6dB, fade: [0.2s, 0.2s]}") == false
            return sound
        }
        sound.isOff = try fields.bool("off") ?? false
        sound.gain = try fields.gain("volume") ?? 1
        sound.fades = try fields.fades("fade")
        sound.selection = try fields.soundSelection()
        sound.stated = fields.stated
        if let curve = try fields.choice("curve", PlannedSound.Fade.Curve.self) { sound.curve = curve }
        return sound
    }

    // MARK: Pages

    /// The range of a viewport's width and height, in CSS pixels.
    private static let viewportSides = 16...4096
    /// The options of `record` that also have dedicated keys.
    private static let namedOptions = ["date", "seed", "timezone", "do"]

    /// The event at which a page's clip begins.
    private enum PageStart: String, CaseIterable { case load, signal }

    /// Reads an address, or a mapping with an address and display settings.
    private func page(_ outer: Fields) throws -> PageClip {
        let known = ["src", "size", "scale", "transparent", "start", "options", "vars"] + Self.namedOptions
        // For pages that state no size.
        let most = Self.viewportSides.upperBound
        let viewport = PixelSize(width: min(canvas.width, most), height: min(canvas.height, most))
        guard let fields = try outer.mapping("page", known: known, of: "a page", orValue: true) else {
            return PageClip(address: try address(outer, "page"), size: viewport)
        }
        var page = PageClip(address: try address(fields, "src"), size: viewport)
        if let size = try fields.value("size", .size(sides: Self.viewportSides)) { page.size = size }
        page.scale = try fields.value("scale", .deviceScale) ?? .one
        page.isTransparent = try fields.bool("transparent") ?? false
        page.waitsForStart = try fields.choice("start", PageStart.self) == .signal
        var options = Self.namedOptions.compactMap { key in fields[key].map { (key, fields.mark(of: key), $0) } }
        if let variables = fields["vars"] {
            guard let steps = fields["do"] else {
                throw fields.error(
                    "vars", "vars: are the variables of steps. Write them, or name their file, with do:.")
            }
            let hint = "Variables are written vars: {name: value}."
            if steps.scalar == nil {
                var document = steps.mapping ?? ["steps": steps]
                guard document["vars"] == nil else {
                    throw fields.error("vars", "The steps of do: have vars: already.")
                }
                document["vars"] = variables
                options.removeAll { $0.0 == "do" }
                options.append(("do", fields.mark(of: "do"), .mapping(document)))
            } else {
                options += try reader.file.entries(of: variables, hint).map { name, mark, value in
                    ("var", mark, Node("\(name)=\(try reader.file.text(value, hint))"))
                }
            }
        }
        if let others = fields["options"] {
            options += try reader.file.entries(of: others, "Write options like {dark: true}.")
        }
        page.options = try options.flatMap { name, mark, value in
            try reader.pageOptions(reader.file, reader.folder, name, value, mark)
        }
        return page
    }

    /// Resolves a path against the folder; other addresses are returned unchanged.
    private func address(_ fields: Fields, _ key: String) throws -> String {
        guard let text = try fields.text(key), !text.isEmpty else {
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
    func transition(_ key: String, fallback: TrackTransition) throws -> TrackTransition? {
        let known = ["type", "direction", "duration", "ease", "color", "softness"]
        let fields = try mapping(key, known: known, of: "a transition", orValue: true)
        let (place, key) = fields.map { ($0, "type") } ?? (self, key)
        guard let type = try place.text(key) else {
            throw place.error("The transition has no type. Write, for example, type: fade.")
        }
        if Transition.Kind.cutWords.contains(type) || type.isOn == false {
            if let fields, let key = fields.keys.first(where: { $0 != "type" }) {
                throw fields.error(key, "A cut does not support \(key).")
            }
            return nil
        }
        guard let usual = Transition.Kind.words.first(where: { $0.word == type }) else {
            let words = Transition.Kind.words.map(\.word) + Transition.Kind.cutWords
            throw place.error(key, "There is no transition '\(type)'.\(words.suggestion(for: type))")
        }
        let allowed = ["type", "duration", "ease"] + usual.keys
        if let fields, let key = fields.keys.first(where: { !allowed.contains($0) }) {
            throw fields.error(key, "The transition \(type) does not support \(key).")
        }
        var transition = fallback
        transition.kind = usual.kind
        if let softness = try fields?.value("softness", .number(in: 0...1)) {
            transition.kind = .wipe(softness: softness)
        }
        if usual.keys.contains("color") {
            guard let color = try fields?.color("color") else {
                throw place.error(key, "fade-through needs a color: {type: fade-through, color: \"#ff8800\"}.")
            }
            transition.kind = .fadeThrough(color)
        }
        if let length = try fields?.length("duration") { transition.length = length }
        transition.easing = try fields?.choice("ease", Easing.self) ?? .linear
        transition.direction = try fields?.choice("direction", Transition.Direction.self) ?? .left
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
