import Decoder
package import Files
package import LibAV

/// The sound of a movie, sample by sample, before it is encoded.
///
/// The soundtrack from its offset, looped, at the movie's sample rate, with
/// volume and fades. Gives exactly as many samples as it is asked for. Used
/// by one thread at a time.
package final class SoundRenderer: MovieSoundRenderer {
    /// Samples given so far.
    package private(set) var position = 0

    private let sound: LoopedSound
    private let resampler: Resampler
    private let volume: Float
    /// How many samples of silence come first.
    private let silence: Int
    private let fadeIn: Int
    private let fadeOut: Int
    /// What was decoded and is yet to be given.
    private var ready = SoundChunk()

    /// Starts a soundtrack, and passes over what comes before its offset.
    init(_ soundtrack: Soundtrack) throws(FileError) {
        let settings = soundtrack.settings
        sound = try LoopedSound(soundtrack)
        resampler = try Resampler(from: soundtrack.sampleRate, to: SoundFormat.movieSampleRate)
        volume = Float(settings.volume)
        silence = Soundtrack.samples(.zero - min(settings.offset, .zero), sampleRate: SoundFormat.movieSampleRate)
        fadeIn = Soundtrack.samples(settings.fadeIn, sampleRate: SoundFormat.movieSampleRate)
        fadeOut = Soundtrack.samples(settings.fadeOut, sampleRate: SoundFormat.movieSampleRate)
        var toSkip = soundtrack.skippedSamples
        while toSkip > 0 {
            var chunk = try sound.next()
            toSkip -= chunk.takeFirst(toSkip).count
            if chunk.count > 0 { ready = try resampler.resample(chunk) }
        }
    }

    /// How often the soundtrack started over.
    package var loops: Int { sound.loops }

    /// How many samples may be rendered while the movie's end is not known,
    /// given that it has at least so many: the rest may fade out.
    package func firmSamples(ofAtLeast total: Int) -> Int { max(0, total - fadeOut) }

    /// Gives the next samples.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - total: The length of the whole, once it is known; the last of
    ///     them is silent if there is a fade at the end.
    package func render(_ count: Int, total: Int?) throws(FileError) -> SoundChunk {
        var chunk = SoundChunk.silence(min(count, max(0, silence - position)))
        while ready.count < count - chunk.count { ready.append(try resampler.resample(sound.next())) }
        chunk.append(ready.takeFirst(count - chunk.count))
        for index in 0..<chunk.count {
            let gain = volume * fadeGain(at: position + index, total: total)
            chunk.left[index] = min(max(chunk.left[index] * gain, -1), 1)
            chunk.right[index] = min(max(chunk.right[index] * gain, -1), 1)
        }
        position += count
        return chunk
    }

    /// The two fades' factor for a sample; the first and the last sample of
    /// a faded movie are silent.
    private func fadeGain(at place: Int, total: Int?) -> Float {
        var gain: Float = 1
        let sinceStart = place - silence
        // Before the soundtrack begins, `sinceStart` is negative, even without a fade.
        if sinceStart < fadeIn { gain *= Float(max(0, sinceStart)) / Float(max(1, fadeIn)) }
        if let total, total - 1 - place < fadeOut { gain *= Float(total - 1 - place) / Float(fadeOut) }
        return gain
    }
}
