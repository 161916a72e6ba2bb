import Decoder
import Frames
import Notation

/// Plans sound tracks.
struct SoundResolver {
    /// The description of the sound tracks.
    let description: Timeline
    /// Inspects their files.
    let probe: any SourceProbe
    /// The timeline's length.
    let sampleCount: Int
    private var rate: FrameRate { description.frameRate }

    /// Plans a sound track.
    func sound(_ written: AudioItem) throws -> PlannedSound {
        var sound = written.planned
        sound.origin = description.place(atLine: written.pathLine)
        let name = sound.name
        let contents = try description.contents(of: sound.path, line: written.pathLine, probe)
        guard let whole = contents.sound else { throw description.error(written.pathLine, "\(name) has no sound.") }
        let part = try description.part(
            of: whole, named: name, from: written.times.start, to: written.times.end, tolerance: .milliseconds(1),
            line: written.pathLine)
        let length = part.length
        let first = written.times.at?.value.samples(at: rate) ?? 0
        guard first < sampleCount else {
            throw description.error(
                written.times.at?.line,
                "The sound begins at sample \(first), but the timeline ends with sample \(sampleCount - 1).")
        }
        sound.samples = first..<(try end(written, name, from: first, length: length))
        sound.start = part.lowerBound.samples
        sound.sourceSamples = written.times.end == nil ? nil : length.samples
        sound.loopCrossfade = try crossfade(written, name, length: length)
        sound.volumeKeys = try volumeKeys(written, count: sound.samples.count)
        try fade(&sound, written)
        return sound
    }

    /// The end of the sound on the timeline: the sample after its last.
    private func end(
        _ written: AudioItem, _ name: String, from first: Int, length: Duration
    ) throws -> Int {
        let own = first + length.divided(by: written.planned.speed).samples
        switch written.times.length?.value {
        case .time(let time):
            let end = first + time.samples(at: rate)
            guard end > first else {
                throw description.error(written.times.length?.line, "The sound is shorter than a sample.")
            }
            guard end <= sampleCount || description.yieldsToLengths else {
                throw description.error(
                    written.times.length?.line,
                    "The sound ends with sample \(end - 1), but the timeline ends with sample \(sampleCount - 1). "
                        + "Write for: video, or a shorter time.")
            }
            guard written.loop != nil || end <= own + TimelinePlan.sampleRate / 1000 else {
                throw description.error(
                    written.times.length?.line,
                    "The sound needs \(time.duration(at: rate).text) of \(name), but only "
                        + "\(length.divided(by: written.planned.speed).text) are available. Write loop: true, or a shorter time."
                )
            }
            return min(end, sampleCount)
        case .end, nil: return written.loop == nil ? min(own, sampleCount) : sampleCount
        }
    }

    private func crossfade(_ written: AudioItem, _ name: String, length: Duration) throws -> Int? {
        guard let loop = written.loop else { return nil }
        let crossfade = loop.value.duration(at: rate)
        guard crossfade <= SoundtrackSettings.longestCrossfade else {
            throw description.error(
                loop.line, "A loop's cross-fade can last at most \(SoundtrackSettings.longestCrossfade.text).")
        }
        guard crossfade + crossfade <= length else {
            throw description.error(
                loop.line,
                "The loop's cross-fade of \(crossfade.text) is longer than half of \(name), of which \(length.text) are "
                    + "played.")
        }
        return crossfade.samples
    }

    private func volumeKeys(_ written: AudioItem, count: Int) throws -> [PlannedSound.VolumeKey] {
        var last: Int?
        return try written.writtenVolumeKeys.map { key in
            let sample = key.value.sample
            guard sample <= count || description.yieldsToLengths, last.map({ sample > $0 }) ?? true else {
                throw description.error(
                    key.line,
                    "Keyframes must be in order of time, within the sound. This one is at sample \(sample) "
                        + "of \(count)" + (last.map { ", the previous one at \($0)." } ?? "."))
            }
            last = sample
            return key.value
        }
    }

    private func fade(_ sound: inout PlannedSound, _ written: AudioItem) throws {
        guard let fade = written.fade else { return }
        let (fadeIn, fadeOut) = (fade.value.fadeIn.samples(at: rate), fade.value.fadeOut.samples(at: rate))
        guard let fades = description.fades(fadeIn, fadeOut, within: sound.samples.count) else {
            throw description.error(
                fade.line,
                "The fades take \(fadeIn) and \(fadeOut) samples, but the sound has \(sound.samples.count).")
        }
        sound.fadeIn = .init(samples: fades.fadeIn, curve: written.curve)
        sound.fadeOut = .init(samples: fades.fadeOut, curve: written.curve)
    }
}
