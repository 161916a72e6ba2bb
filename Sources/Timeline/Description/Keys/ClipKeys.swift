import Composition
import Decoder
import Encoder
import Foundation
import Frames
import Notation
import Yams

/// The keys of a clip of the main channel.
struct ClipKeys {
    let shared = SharedClipKeys(lengthForm: .timelineTime, length: "How long the clip is shown, instead of out.")
    let then = TransitionKeys.key("then", "The transition to the next clip.")

    static let mapping = DescribedMapping("a clip", ClipKeys()) { $0.shared.sources }
}

/// The keys of an overlay.
struct OverlayKeys {
    let shared = SharedClipKeys(
        lengthForm: Form(
            Form<TimelineTime>.timelineTime.description, shape: Form<TimelineTime>.timelineTime.shape.or("end")
        ) { TimelineTime($0) },
        length: "How long the overlay is shown, instead of out; end: to the end of the clips.")
    let anchor = Key<Anchor.Corner>.choice("anchor", "The place on the canvas (default: center).")
    let margin = Key("margin", .canvasLength, "The distance from the edges of the canvas (default: 0).")
    let width = Key("width", .canvasLength, "The width; the height keeps the shape unless it is stated.")
    let height = Key("height", .canvasLength, "The height; the width keeps the shape unless it is stated.")
    let start = Key("at", .timelineTime, "When the overlay begins (default: 0).")

    static let mapping = DescribedMapping("an overlay", OverlayKeys()) { $0.shared.sources }

    /// The keys that place the overlay, which a frame does otherwise.
    var placing: [String] { [anchor.name, margin.name, width.name, height.name] }
}

/// The keys that clips and overlays have.
struct SharedClipKeys: KeyGroup {
    private static let moving = Form.number(in: Timeline.speeds)
    private static let speeds = Form<Double>(
        "0, which holds one picture, or \(moving)", shape: .number(0...Timeline.speeds.upperBound)
    ) { text in Double(text) == 0 ? 0 : moving.read(text) }

    /// How the frame is written, as the end of a sentence.
    static let frameForm = "a list of four lengths, x, y, width and height, like [0, 0, 50%, 100%]"

    let file = Key("src", .text, "A video, an image, or a sequence of images.")
    let color = Key("color", .color, "A color that fills the frame.")
    let title = Key.mapping(
        "title", TitleKeys.mapping, or: .value(.text), "A text, or a text with its style."
    ) { try TitleKeys.text(in: $0, $1) }
    let page = Key.mapping("page", PageKeys.mapping, or: .text, "A web page: an address or a file, or its settings.")
    let inPoint = Key("in", .timelineTime, "Where the clip begins in its source (default: 0).")
    let outPoint = Key.length("out", "Where the clip ends in its source (default: its end).")
    let length: Key<TimelineTime>
    let duration: Key<TimelineTime>
    let speed = Key("speed", Self.speeds, "The speed; 0 holds the picture at in (default: 1).")
    let reverse = Key.flag("reverse", "Plays backward (default: false).")
    let deinterlace = Key<Deinterlacing>.choice("deinterlace", "Which pictures are deinterlaced (default: auto).")
    let fit = Key<Fit>.choice("fit", "How the picture fits its frame (default: that of defaults).")
    let frame = Key.values(
        "frame", count: 4, .canvasLength, Self.frameForm,
        "The area that the picture is fitted to: x, y, width and height (default: the canvas).")
    let transform = Key.mapping("transform", TransformKeys.mapping, "A change of the picture in its frame.")
    let opacity = Key("opacity", .number(in: 0...1), "The opacity (default: 1).")
    let fade = Key.fades("fade", "The length of fading in and out, or of both in a list.")
    let motion = Key.mapping("motion", MotionKeys.mapping, "A movement from the first frame to the last.")
    let keyframes = Key.list("keyframes", of: KeyFrameKeys.mapping, "Values at certain times.")
    let effects = Key.list("effects", of: EffectKeys.mapping, "Effects on the picture.")
    let audio = Key.mapping(
        "audio", ClipSoundKeys.mapping, orFlag: "off, or {volume: -6dB, fade: [0.2s, 0.2s]}",
        "The sound of the clip; false turns it off.")
    let sequence = Key.mapping("sequence", SequenceKeys.mapping, "How a sequence of images is read.")
    let chromaKey = Key.mapping("key", ChromaKeyKeys.mapping, "A color that is transparent.")

    /// - Parameters:
    ///   - lengthForm: The form of the clip's length.
    ///   - length: What the length means.
    init(lengthForm: Form<TimelineTime>, length: String) {
        self.length = .length("for", length, lengthForm)
        duration = .length("duration", "The same as for.", lengthForm)
    }

    /// The keys of which a clip has one.
    var sources: [any DescribedKey] { [file, color, title, page] }
}

/// The keys of a color that is transparent.
struct ChromaKeyKeys {
    let color = Key(
        "color", .color, "The color.", missing: "A key needs an opaque color, like {color: '#00b140'}.")
    let similarity = Key(
        "similarity", .number(in: 0.00001...1), "How far a transparent color may be from it (default: 0.1).")
    let blend = Key(
        "blend", .number(in: 0...1), "The range behind that in which colors are partly transparent (default: 0.05).")

    static let mapping = DescribedMapping("a key", ChromaKeyKeys())
}

/// The keys of a sequence of images.
struct SequenceKeys {
    /// The highest number of a picture, and the most pictures of a sequence.
    private static let (highestNumber, mostPictures) = (1_000_000_000, 10_000_000)

    let frameRate = Key("fps", .frameRate, "The frame rate of the sequence (default: the canvas's).")
    let first = Key("first", .wholeNumber(in: 0...highestNumber), "The first number (default: the lowest).")
    let step = Key("step", .wholeNumber(in: 1...10_000), "The distance between the numbers (default: 1).")
    let count = Key("count", .wholeNumber(in: 1...mostPictures), "How many images (default: all).")
    let missing = Key<NumberedPictures.Gap>.choice(
        "missing", "What is shown for a number without a file (default: error).")

    static let mapping = DescribedMapping("a sequence", SequenceKeys())
}

/// The keys of a transform.
struct TransformKeys {
    let rotation = Key("rotate", .number(in: -36_000...36_000), "Degrees, clockwise (default: 0).")
    let scale = Key("scale", .number(in: 0...100), "A factor (default: 1).")
    let x = Key("x", .canvasLength, "A distance to the right (default: 0).")
    let y = Key("y", .canvasLength, "A distance down (default: 0).")
    let mirror = Key.flag("mirror", "Swaps left and right (default: false).")
    let matrix = Key.values(
        "matrix", count: 4, Form<Double>.number(in: -100...100), "four numbers from -100 to 100, like [1, 0, 0.3, 1]",
        "An affine map, applied first: a, b, c and d as in CSS.")

    static let mapping = DescribedMapping("a transform", TransformKeys())
}

/// The keys of a movement.
struct MotionKeys {
    private static let place = KeyShape.list(.value(Form.canvasLength.shape), 2...2)

    let zoom = Key.values(
        "zoom", count: 2, Form<Double>.number(in: 0...100), "two factors from 0 to 100, like [1.0, 1.08]",
        "The factors at the beginning and the end.")
    let pan = Key("pan", .list(place, 2...2), "The positions at the beginning and the end, each x and y.") {
        fields, name -> [[CanvasLength]]? in
        guard let places = try fields.list(name) else { return nil }
        let lengths = places.map { ($0.sequence ?? []).compactMap { $0.scalar.flatMap { CanvasLength($0.string) } } }
        guard lengths.count == 2, lengths.allSatisfy({ $0.count == 2 }) else {
            throw fields.error(name, "pan must be two positions, each x and y, like [[0, 0], [5%, 0]].")
        }
        return lengths
    }
    let easing = Key<Easing>.choice("ease", "The course of the movement (default: linear).")

    static let mapping = DescribedMapping("a motion", MotionKeys())
}

/// The keys of a keyframe.
struct KeyFrameKeys {
    let time = Key(
        "at", .offset, "The time from the start of the clip, which may be negative.",
        missing: "The keyframe has no time. Write at: and the time from the clip's start.")
    let easing = Key<Easing>.choice("ease", "The course of the change since the keyframe before (default: linear).")
    let opacity = Key("opacity", .number(in: 0...1), "The opacity.")
    let scale = Key("scale", .number(in: 0...100), "A factor.")
    let rotation = Key("rotate", .number(in: -36_000...36_000), "Degrees, clockwise.")
    let x = Key("x", .canvasLength, "A distance to the right.")
    let y = Key("y", .canvasLength, "A distance down.")

    static let mapping = DescribedMapping("a keyframe", KeyFrameKeys())
}

/// The keys of a clip's sound.
struct ClipSoundKeys {
    let volume = Key("volume", .gain, "The volume, like -6dB, 50% or 0.5 (default: 1).")
    let fade = Key.fades("fade", "The length of fading in and out, or of both in a list.")
    let curve = Key<PlannedSound.Fade.Curve>.choice("curve", "The curve of fades (default: equal-power).")
    let isOff = Key.flag("off", "Turns the sound off (default: false).")
    let selection = SoundSelectionKeys()

    static let mapping = DescribedMapping("a clip's sound", ClipSoundKeys())
}
