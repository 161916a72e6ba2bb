import Composition
import Frames
import Notation
import Yams

/// Reads clips of the main channel and overlays.
struct ClipReader {
    private static let moving = Form.number(in: Timeline.speeds)
    private static let speed = Form<Double>("0, which holds one picture, or \(moving)") { text in
        Double(text) == 0 ? 0 : moving.read(text)
    }

    /// Reads the whole description.
    let reader: DescriptionReader
    /// The timeline with its canvas and defaults.
    let timeline: Timeline
    private var canvas: PixelSize { timeline.size }

    private static let sources = ["src", "color", "title", "page"]
    private static let common =
        sources + [
            "in", "out", "for", "duration", "speed", "reverse", "fit", "frame", "transform", "opacity", "fade",
            "motion", "keyframes", "effects", "audio",
        ]
    private static let anchored = ["anchor", "margin", "width", "height"]
    /// The keys of a clip of the main channel.
    static let clipKeys = common + ["then"]
    /// The keys of an overlay.
    static let overlayKeys = common + anchored + ["at"]

    /// Reads a clip of the main channel.
    func clip(_ fields: Fields) throws -> TrackItem {
        var clip = try common(fields, in: "clip")
        if fields["then"] != nil {
            let fallback = timeline.defaults.transition ?? TrackTransition(.fade)
            let transition = try TransitionReader(fallback: fallback).transition("then", in: fields)
            clip.then = Written(transition, line: fields.line(of: "then"))
        }
        return clip
    }

    /// Reads an overlay.
    func overlay(_ fields: Fields) throws -> TrackItem {
        var overlay = try common(fields, in: "overlay")
        overlay.isOverlay = true
        overlay.times.at = try fields.time("at")
        let key = Self.anchored.first { fields[$0] != nil }
        if fields["frame"] != nil {
            if let key { throw fields.error(key, "\(key) cannot be combined with frame: both position the overlay.") }
            return overlay
        }
        var anchor = Anchor()
        if let corner = try fields.choice("anchor", Anchor.Corner.self) { anchor.corner = corner }
        if let margin = try fields.canvasLength("margin") { anchor.margin = margin }
        anchor.width = try side("width", of: canvas.width, fields)
        anchor.height = try side("height", of: canvas.height, fields)
        overlay.anchor = anchor
        if let key { overlay.placeLine = fields.line(of: key) }
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
        let source = try source(key, fields)
        var layout = Layout(
            fit: try fields.choice("fit", Fit.self) ?? timeline.defaults.fit,
            frame: try frame(fields) ?? PixelRectangle(canvas))
        try readTransform(fields, into: &layout)
        layout.opacity = try fields.value("opacity", .number(in: 0...1)) ?? 1
        layout.effects = try reader.effects(fields)
        let planned = PlannedClip(name: source.name, source: source, frames: 0..<0, layout: layout)
        var clip = TrackItem(
            stating: JSONValue(fields.node), line: fields.line, sourceLine: fields.line(of: key), planned: planned)
        clip.placeLine = fields.line(of: "frame")
        clip.times.start = try fields.time("in")
        clip.times.end = try fields.length("out")
        clip.times.length = try length(fields, isOverlay: place == "overlay")
        clip.writtenSpeed = try fields.written("speed", Self.speed)
        clip.reverse = try fields.bool("reverse").map { Written($0, line: fields.line(of: "reverse")) }
        clip.fade = try fields.fade("fade")
        clip.motion = try motion(fields).map { Written($0, line: fields.line(of: "motion")) }
        let keys = ["at", "ease", "opacity", "scale", "rotate", "x", "y"]
        clip.writtenKeyFrames = try fields.mappings("keyframes", known: keys, of: "a keyframe", keyFrame)
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
        default: return .page(try PageReader(reader, canvas: canvas).page(fields))
        }
    }

    private func length(_ fields: Fields, isOverlay: Bool) throws -> Written<ItemLength>? {
        guard let key = ["for", "duration"].first(where: { fields[$0] != nil }) else { return nil }
        if key == "for", fields["duration"] != nil {
            throw fields.error("duration", "for and duration mean the same. Remove one of them.")
        }
        if fields["out"] != nil {
            throw fields.error("out", "\(key) cannot be combined with out: both set the clip's end.")
        }
        if isOverlay, try fields.text(key) == "end" { return Written(.end, line: fields.line(of: key)) }
        return try fields.length(key).map { Written(.time($0.value), line: $0.line) }
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

    private func keyFrame(_ fields: Fields) throws -> Written<KeyFrame> {
        guard let at = try fields.offset("at") else {
            throw fields.error("The keyframe has no time. Write at: and the time from the clip's start.")
        }
        var key = KeyFrame(
            frame: at.value.frames(at: timeline.frameRate), easing: try fields.choice("ease", Easing.self) ?? .linear)
        key.opacity = try fields.value("opacity", .number(in: 0...1))
        key.scale = try fields.value("scale", .number(in: 0...100))
        key.rotation = try fields.value("rotate", .number(in: -36_000...36_000))
        key.x = try fields.canvasLength("x")?.pixels(of: canvas.width)
        key.y = try fields.canvasLength("y")?.pixels(of: canvas.height)
        guard fields.keys.contains(where: { $0 != "at" && $0 != "ease" }) else {
            throw fields.error("The keyframe changes nothing. Set opacity, scale, rotate, x or y.")
        }
        return Written(key, line: at.line)
    }

    private func sound(_ outer: Fields) throws -> AudioConfiguration {
        var sound = AudioConfiguration()
        let known = ["volume", "fade", "curve", "off"]
        guard let fields = try outer.mapping("audio", known: known, of: "a clip's sound", orValue: true) else {
            sound.isOff = try outer.bool("audio", "off, or {volume: -6dB, fade: [0.2s, 0.2s]}") == false
            return sound
        }
        sound.isOff = try fields.bool("off") ?? false
        sound.gain = try fields.gain("volume") ?? 1
        sound.fade = try fields.fade("fade")
        if let curve = try fields.choice("curve", PlannedSound.Fade.Curve.self) { sound.curve = curve }
        return sound
    }
}
