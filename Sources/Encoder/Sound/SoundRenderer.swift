import Decoder
package import Files
package import LibAV

/// Renders a soundtrack for a movie.
///
/// Loops the soundtrack from its offset, resamples it, and applies volume and fades. Renders
/// exactly as many samples as requested. Use from one thread at a time.
package final class SoundRenderer: MovieSoundRenderer {
    /// Samples rendered so far.
    package private(set) var position = 0

    private let sound: LoopedSound
    private let resampler: Resampler
    private let volume: Float
    /// Samples of silence before the soundtrack begins.
    private let silence: Int
    private let fadeIn: Int
    private let fadeOut: Int
    /// Resampled sound that is not yet rendered.
    private var ready = SoundChunk()

    /// Opens a soundtrack and skips to its offset.
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

    /// How often the soundtrack restarted.
    package var loops: Int { sound.loops }
    /// Warnings about the soundtrack so far, for the user, as sentences.
    package var warnings: [String] { sound.warnings }

    /// Returns how many samples can be rendered before the movie's end is known.
    ///
    /// The rest may be part of the fade-out.
    package func firmSamples(ofAtLeast total: Int) -> Int { max(0, total - fadeOut) }

    /// Renders the next samples.
    ///
    /// - Parameters:
    ///   - count: The number of samples.
    ///   - total: The movie's length in samples; `nil` until it is known. With a fade-out, the
    ///     last sample is silent.
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

    /// Returns the gain of both fades for a sample.
    ///
    /// The first and last sample of a faded movie are silent.
    private func fadeGain(at place: Int, total: Int?) -> Float {
        var gain: Float = 1
        let sinceStart = place - silence
        // `sinceStart` is negative before the soundtrack begins, even without a fade-in.
        if sinceStart < fadeIn { gain *= Float(max(0, sinceStart)) / Float(max(1, fadeIn)) }
        if let total, total - 1 - place < fadeOut { gain *= Float(total - 1 - place) / Float(fadeOut) }
        return gain
    }
}
