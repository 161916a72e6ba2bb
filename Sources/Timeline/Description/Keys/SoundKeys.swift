import Composition
import Decoder
import Notation

/// The keys of a sound.
struct SoundKeys {
    private static let lengthForm = Form<TimelineTime?>(
        "\(Form.timelineTime), or video", shape: Form<TimelineTime>.timelineTime.shape.or("video")
    ) { text in text == "video" ? .some(nil) : TimelineTime(text).map { .some($0) } }

    let file = Key(
        "src", .text, "A file with sound.", missing: "The sound has no file. Write src: and its name.")
    let start = Key("at", .timelineTime, "When the sound begins (default: 0).")
    let inPoint = Key("in", .timelineTime, "Where the sound begins in its file (default: 0).")
    let outPoint = Key.length("out", "Where the sound ends in its file (default: its end).")
    let length = Key("for", Self.lengthForm, "How long the sound plays; video: to the end of the video.")
    let loop = Key.mapping(
        "loop", Loop.mapping, orFlag: "true, false or {crossfade: 50ms}", "Repeats the sound (default: false).")
    let volume = Key("volume", .gain, "The volume, like -6dB, 50% or 0.5 (default: 1).")
    let keyframes = Key.list("keyframes", of: VolumeKey.mapping, "Volumes at certain times.")
    let fade = Key.fades("fade", "The length of fading in and out, or of both in a list.")
    let curve = Key<PlannedSound.Fade.Curve>.choice("curve", "The curve of fades (default: equal-power).")
    let duck = Key.mapping(
        "duck", Duck.mapping, orFlag: "true, false or {threshold: -26dB, ratio: 6}",
        "Lowers the sound while others are loud (default: false).")
    let speed = Key("speed", .number(in: Timeline.speeds), "The speed; the pitch stays (default: 1).")
    let reverse = Key.flag("reverse", "Plays backward (default: false).")
    let selection = SoundSelectionKeys()

    static let mapping = DescribedMapping("a sound", SoundKeys())

    /// The keys of a loop.
    struct Loop {
        let crossfade = Key("crossfade", .timelineTime, "How long the end and the beginning overlap (default: 0).")

        static let mapping = DescribedMapping("a loop", Loop())
    }

    /// The keys of a volume at a time.
    struct VolumeKey {
        private static let missing = "A sound's keyframe needs a time and a volume, like {at: 2s, volume: -6dB}."

        let time = Key("at", .offset, "The time from the start of the sound, which may be negative.", missing: missing)
        let volume = Key("volume", .gain, "The volume, multiplied by that of the sound.", missing: missing)

        static let mapping = DescribedMapping("a sound's keyframe", VolumeKey())
    }

    /// The keys of a lowering.
    struct Duck {
        let threshold = Key("threshold", Form.decibels, "How loud the other sounds have to be (default: -26dB).")
        let ratio = Key("ratio", .number(in: 1...100), "How much the sound is lowered (default: 6).")
        let attack = Key("attack", .timelineTime, "How fast it is lowered (default: 20ms).")
        let release = Key("release", .timelineTime, "How fast it is raised again (default: 250ms).")

        static let mapping = DescribedMapping("ducking", Duck())
    }
}

/// The keys for a part of a file's sound.
struct SoundSelectionKeys: KeyGroup {
    let track = Key("track", .soundTrack, "The sound track: its number, from 1, or its language.")
    let channel = Key("channel", .soundChannel, "One channel of the track: left, right or its number, from 1.")
}
