import Composition
import Frames
import Notation

/// The keys of a timeline.
struct TimelineKeys {
    let version = Key(
        "version", .value(.words(["\(DescriptionReader.version)"])), "The version of the format."
    ) {
        try $0.value($1, Form.text)
    }
    let canvas = Key.mapping("canvas", CanvasKeys.mapping, "The size, frame rate and background of the video.")
    let defaults = Key.mapping("defaults", DefaultsKeys.mapping, "Settings for all clips that state no others.")
    let video = Key.list(
        "video", of: ClipKeys.mapping, "The clips, one after another.",
        missing: "The timeline has no clips. Write video: and a list like [{src: film.mp4}].")
    let overlays = Key.list("overlays", of: OverlayKeys.mapping, "Layers over the clips, the lowest first.")
    let audio = Key.list("audio", of: SoundKeys.mapping, "Sounds under the clips.")
    let subtitles = Key.list(
        "subtitles", of: SubtitleKeys.mapping, "Subtitles, as tracks of the videos or on the picture.")
    let effects = Key.list("effects", of: EffectKeys.mapping, "Effects on the whole picture.")
    let outputs = Key.list("outputs", of: OutputKeys.mapping, "The files to write.")

    static let mapping = DescribedMapping("a timeline", TimelineKeys())
}

/// The keys of the canvas.
struct CanvasKeys {
    let width = Key("width", .wholeNumber(in: Timeline.sides), "The width in pixels, even (default: 1280).")
    let height = Key("height", .wholeNumber(in: Timeline.sides), "The height in pixels, even (default: 720).")
    let frameRate = Key("fps", .frameRate, "The frame rate (default: 30).")
    let background = Key("background", .color, "The color behind the clips, opaque (default: black).")

    static let mapping = DescribedMapping("the canvas", CanvasKeys())
}

/// The keys of the defaults.
struct DefaultsKeys {
    let fit = Key<Fit>.choice("fit", "How a picture fits its frame (default: contain).")
    let still = Key.length("still", "How long an image, a color or a title is shown (default: 4s).")
    let transition = TransitionKeys.key("transition", "The transition between clips (default: a cut).")

    static let mapping = DescribedMapping("the defaults", DefaultsKeys())
}

/// The keys of a transition.
struct TransitionKeys {
    private static let words = KeyShape.either([
        .value(.words(Transition.Kind.words.map(\.word) + Transition.Kind.cutWords)), .off,
    ])

    let type = Key(
        "type", Self.words, "The kind of transition; none is a cut.",
        missing: "The transition has no type. Write, for example, type: fade."
    ) { try $0.value($1, Form.text) }
    let direction = Key<Transition.Direction>.choice(
        "direction", "The direction of movement of wipe, slide and push (default: left).")
    let duration = Key.length("duration", "How long both clips are shown (default: 0.5s).")
    let easing = Key<Easing>.choice("ease", "The course of the change (default: linear).")
    let color = Key("color", .color, "The color of fade-through.")
    let softness = Key(
        "softness", .number(in: 0...1), "The width of the edge of wipe, as a part of the canvas's side (default: 0.1).")

    static let mapping = DescribedMapping("a transition", TransitionKeys())

    /// A key for a transition: its name, or a mapping.
    static func key(_ name: String, _ meaning: String) -> Key<MappingOr<String>> {
        .mapping(name, mapping, or: words, meaning) { try $0.value($1, Form.text) }
    }
}

/// The keys of an effect, of which it has one.
struct EffectKeys: KeyGroup {
    let brightness = Key("brightness", .number(in: -1...1), "Makes the picture lighter or darker.")
    let contrast = Key("contrast", .number(in: 0...4), "Changes the contrast; 1 keeps it.")
    let saturation = Key("saturation", .number(in: 0...4), "Changes the saturation; 1 keeps it, 0 is gray.")
    let blur = Key("blur", .number(in: 0...200), "Blurs the picture.")
    let vignette = Key("vignette", .number(in: 0...1), "Darkens the edges.")
    let tint = Key("tint", .color, "Colors the picture.")

    static let mapping = DescribedMapping("an effect", EffectKeys()) {
        [$0.brightness, $0.contrast, $0.saturation, $0.blur, $0.vignette, $0.tint]
    }
}
