package import Decoder
package import Files
import Frames
package import LibAV

/// A source of a movie's sound.
package protocol MovieSound: Sendable {
    /// The sound's name in the log.
    var name: String { get }
    /// The track's title; `nil` for a movie's only sound.
    var title: String? { get }
    /// Whether a movie in which nothing sounds has no sound track.
    var isOptional: Bool { get }

    /// Opens the sound at its first sample.
    func makeRenderer() throws(FileError) -> any MovieSoundRenderer
}

/// Renders a movie's samples in order, exactly as many as requested.
///
/// Use from one thread at a time.
package protocol MovieSoundRenderer: AnyObject {
    /// Samples rendered so far.
    var position: Int { get }
    /// How often a soundtrack restarted.
    var loops: Int { get }

    /// What a recorded page has played so far; `nil` if nothing.
    var page: HeardSound? { get }

    /// Warnings about a soundtrack so far, for the user, as sentences.
    var warnings: [String] { get }

    /// Returns whether anything sounds before a position.
    ///
    /// - Parameter position: At most the result of ``firmSamples(ofAtLeast:)``, or the movie's length.
    func sounds(before position: Int) -> Bool

    /// Returns how many samples can be rendered before the movie's end is known.
    ///
    /// - Parameter total: The least number of samples that the movie has.
    func firmSamples(ofAtLeast total: Int) -> Int

    /// Renders the next samples, at 48 kHz.
    ///
    /// - Parameters:
    ///   - count: The number of samples.
    ///   - total: The movie's length in samples; `nil` until it is known.
    func render(_ count: Int, total: Int?) throws(FileError) -> SoundChunk
}

extension MovieSound {
    package var title: String? { nil }
    package var isOptional: Bool { false }
}

extension MovieSoundRenderer {
    package var page: HeardSound? { nil }
    package var warnings: [String] { [] }
    package func sounds(before position: Int) -> Bool { true }
}

extension Soundtrack: MovieSound {
    package var name: String { settings.path }
    package func makeRenderer() throws(FileError) -> any MovieSoundRenderer { try SoundRenderer(self) }
}

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
    /// How the soundtrack is mixed.
    private let settings: SoundtrackSettings
    private let fadeIn: Int
    private let fadeOut: Int
    /// The movie's length in samples; `nil` until it is known.
    private var total: Int?
    /// Resampled sound that is not yet rendered.
    private var ready = SoundChunk()

    /// Opens a soundtrack and skips to its offset.
    init(_ soundtrack: Soundtrack) throws(FileError) {
        let settings = soundtrack.settings
        self.settings = settings
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
    package var warnings: [String] { sound.warnings + fadeWarnings }

    /// What is said of fades that are longer than the sound.
    private var fadeWarnings: [String] {
        guard let total, total > silence else { return [] }
        let heard = Duration.seconds(1) * (total - silence) / SoundFormat.movieSampleRate
        let fades = [("fade-in", fadeIn, settings.fadeIn), ("fade-out", fadeOut, settings.fadeOut)]
        return fades.filter { $0.1 > total - silence }.map { name, _, length in
            "The \(name) of the soundtrack '\(settings.path)' takes \(length.text), but the sound lasts \(heard.text), so "
                + "it fades for \(heard.text). Choose a \(name) that is at most as long as the sound."
        }
    }

    /// Returns how many samples can be rendered before the movie's end is known.
    ///
    /// The rest may be part of the fade-out, or of a fade-in that is longer than the sound.
    package func firmSamples(ofAtLeast total: Int) -> Int {
        let firm = max(0, total - fadeOut)
        return total < silence + fadeIn ? min(firm, silence) : firm
    }

    /// Renders the next samples.
    ///
    /// - Parameters:
    ///   - count: The number of samples.
    ///   - total: The movie's length in samples; `nil` until it is known. With a fade-out, the
    ///     last sample is silent.
    package func render(_ count: Int, total: Int?) throws(FileError) -> SoundChunk {
        self.total = total ?? self.total
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
    /// The first and last sample of a faded movie are silent. A fade is at most as long as the sound.
    private func fadeGain(at place: Int, total: Int?) -> Float {
        var gain: Float = 1
        let sinceStart = place - silence
        // `sinceStart` is negative before the soundtrack begins, even without a fade-in.
        let length = total.map { max(0, $0 - silence) } ?? .max
        let (entry, exit) = (min(fadeIn, length), min(fadeOut, length))
        if sinceStart < entry { gain *= Float(max(0, sinceStart)) / Float(max(1, entry)) }
        if let total, total - 1 - place < exit { gain *= Float(total - 1 - place) / Float(exit) }
        return gain
    }
}
