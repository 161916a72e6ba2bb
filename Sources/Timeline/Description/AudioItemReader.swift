import Encoder
import Foundation
import Frames
import Notation
import Yams

/// Reads sound tracks.
struct AudioItemReader {
    /// Reads the whole description.
    let reader: DescriptionReader
    /// Frames per second of the timeline.
    let rate: FrameRate

    /// The keys of a sound track.
    static let keys = [
        "src", "at", "in", "out", "for", "loop", "volume", "keyframes", "fade", "curve", "duck", "speed", "reverse",
    ]

    /// Reads a sound track.
    func sound(_ fields: Fields) throws -> AudioItem {
        guard let name = try fields.text("src") else {
            throw fields.error("The sound has no file. Write src: and its name.")
        }
        let path = reader.path(name)
        let planned = PlannedSound(name: URL(fileURLWithPath: path).lastPathComponent, path: path, samples: 0..<0)
        var sound = AudioItem(
            stating: JSONValue(fields.node), line: fields.line, pathLine: fields.line(of: "src"), planned: planned)
        sound.times.at = try fields.time("at")
        sound.times.start = try fields.time("in")
        sound.times.end = try fields.length("out")
        if try fields.text("for") == "video" {
            sound.times.length = Written(.end, line: fields.line(of: "for"))
        } else if fields["for"] != nil {
            let length = try fields.written("for", Form("\(Form.timelineTime), or video") { TimelineTime($0) })
            sound.times.length = length.map { Written(.time($0.value), line: $0.line) }
        }
        sound.loop = try loop(fields)
        sound.planned.speed = try fields.value("speed", .number(in: Timeline.speeds)) ?? 1
        sound.planned.isReversed = try fields.bool("reverse") ?? false
        sound.planned.gain = try fields.gain("volume") ?? 1
        sound.writtenVolumeKeys = try fields.mappings(
            "keyframes", known: ["at", "volume"], of: "a sound's keyframe", volumeKey)
        sound.fade = try fields.fade("fade")
        if let curve = try fields.choice("curve", PlannedSound.Fade.Curve.self) { sound.curve = curve }
        sound.planned.ducking = try ducking(fields)
        return sound
    }

    private func volumeKey(_ fields: Fields) throws -> Written<PlannedSound.VolumeKey> {
        guard let at = try fields.offset("at"), let gain = try fields.gain("volume") else {
            throw fields.error("A sound's keyframe needs a time and a volume, like {at: 2s, volume: -6dB}.")
        }
        return Written(.init(sample: at.value.samples(at: rate), gain: gain), line: at.line)
    }

    private func loop(_ fields: Fields) throws -> Written<TimelineTime>? {
        var crossfade: TimelineTime?
        if let loop = try fields.mapping("loop", known: ["crossfade"], of: "a loop", orValue: true) {
            crossfade = try loop.time("crossfade")?.value
        } else {
            guard try fields.bool("loop", "true, false or {crossfade: 50ms}") == true else { return nil }
        }
        return Written(crossfade ?? .seconds(.zero), line: fields.line(of: "loop"))
    }

    private func ducking(_ fields: Fields) throws -> Ducking? {
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
        ducking.attack = try duck.time("attack")?.value.samples(at: rate) ?? ducking.attack
        ducking.release = try duck.time("release")?.value.samples(at: rate) ?? ducking.release
        return ducking
    }
}
