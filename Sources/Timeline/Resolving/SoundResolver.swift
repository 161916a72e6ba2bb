import Composition
import Decoder
import Frames
import Notation

/// Plans sound tracks.
struct SoundResolver {
    let description: Timeline
    let probe: any SourceProbe
    /// The timeline's length.
    let sampleCount: Int
    private var rate: FrameRate { description.frameRate }

    /// Plans a sound track.
    func sound(_ item: AudioItem) throws -> PlannedSound {
        let mark = item.stated["src"]
        let contents = try description.located(at: mark) { try probe.contents(of: item.path) }
        guard contents.sound != nil else { throw description.error(mark, "\(item.name) has no sound.") }
        let selected = try description.sound(of: item.path, item.selection, by: probe, item.stated, mark)
        let whole = selected.length ?? .zero
        let part = try description.part(
            of: whole, named: item.name, from: item.inPoint, to: item.outPoint, tolerance: .milliseconds(1),
            item.stated, mark: mark)
        let first = item.startTime?.samples(at: rate) ?? 0
        guard first < sampleCount else {
            throw description.error(
                item.stated["at"],
                "The sound begins at sample \(first), but the timeline ends with sample \(sampleCount - 1).")
        }
        let end = try end(item, from: first, length: part.length)
        var sound = PlannedSound(name: item.name, path: item.path, samples: first..<end)
        sound.origin = description.origin(at: mark)
        (sound.track, sound.channel) = (selected.track, item.selection.channel)
        sound.start = part.lowerBound.samples
        sound.sourceSamples = item.outPoint == nil ? nil : part.length.samples
        sound.speed = item.speed
        sound.isReversed = item.isReversed
        sound.loopCrossfade = try crossfade(item, length: part.length)
        sound.gain = item.gain
        sound.volumeKeys = try volumeKeys(item, count: sound.samples.count)
        sound.processing = item.processing.map { ByIdentity($0) }
        sound.ducking = item.ducking
        guard let fades = item.fades else { return sound }
        let (fadeIn, fadeOut) = (fades.fadeIn.samples(at: rate), fades.fadeOut.samples(at: rate))
        guard let fitting = description.fades(fadeIn, fadeOut, within: sound.samples.count) else {
            throw description.error(
                item.stated["fade"],
                "The fades take \(fadeIn) and \(fadeOut) samples, but the sound has \(sound.samples.count).")
        }
        sound.fadeIn = .init(samples: fitting.fadeIn, curve: item.curve)
        sound.fadeOut = .init(samples: fitting.fadeOut, curve: item.curve)
        return sound
    }

    /// The end of the sound on the timeline: the sample after its last.
    private func end(_ item: AudioItem, from first: Int, length: Duration) throws -> Int {
        let own = first + length.divided(by: item.speed).samples
        guard let duration = item.duration else {
            return item.loopCrossfade == nil ? min(own, sampleCount) : sampleCount
        }
        let end = first + duration.samples(at: rate)
        guard end > first else {
            throw description.error(item.stated["for"], "The sound is shorter than a sample.")
        }
        guard end <= sampleCount || description.yieldsToLengths else {
            throw description.error(
                item.stated["for"],
                "The sound ends with sample \(end - 1), but the timeline ends with sample \(sampleCount - 1). "
                    + "Write for: video, or a shorter time.")
        }
        guard item.loopCrossfade != nil || end <= own + TimelinePlan.sampleRate / 1000 else {
            throw description.error(
                item.stated["for"],
                "The sound needs \(duration.duration(at: rate).text) of \(item.name), but only "
                    + "\(length.divided(by: item.speed).text) are available. Write loop: true, or a shorter time.")
        }
        return min(end, sampleCount)
    }

    private func crossfade(_ item: AudioItem, length: Duration) throws -> Int? {
        guard let crossfade = item.loopCrossfade?.duration(at: rate) else { return nil }
        guard crossfade <= SoundtrackSettings.longestCrossfade else {
            throw description.error(
                item.stated["loop"],
                "A loop's cross-fade can last at most \(SoundtrackSettings.longestCrossfade.text).")
        }
        guard crossfade + crossfade <= length else {
            throw description.error(
                item.stated["loop"],
                "The loop's cross-fade of \(crossfade.text) is longer than half of \(item.name), of which "
                    + "\(length.text) are played.")
        }
        return crossfade.samples
    }

    private func volumeKeys(_ item: AudioItem, count: Int) throws -> [PlannedSound.VolumeKey] {
        var last: Int?
        for (index, key) in item.volumeKeys.enumerated() {
            guard key.sample <= count || description.yieldsToLengths, last.map({ key.sample > $0 }) ?? true else {
                throw description.error(
                    item.stated.mark(ofKeyFrame: index),
                    "Keyframes must be in order of time, within the sound. This one is at sample \(key.sample) "
                        + "of \(count)" + (last.map { ", the previous one at \($0)." } ?? "."))
            }
            last = key.sample
        }
        return item.volumeKeys
    }
}
