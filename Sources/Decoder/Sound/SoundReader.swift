package import Files
import Frames
package import LibAV

/// Reads a sound file's samples in order, at 48 kHz, from any position.
///
/// Returns the file's exact number of samples, or repeats endlessly. Keeps the file open. Use
/// from one thread at a time.
package final class SoundReader {
    /// The source of decoded samples.
    private enum Source {
        case once(SoundtrackDecoder)
        case looped(LoopedSound)
    }

    private let soundtrack: Soundtrack
    private let source: Source
    private let resampler: Resampler
    /// Samples to skip, at the file's sample rate.
    private var toSkip: Int
    /// The maximum number of samples to read after those, at the file's sample rate.
    private let limit: Int
    /// Samples passed to the resampler, and samples returned.
    private var (taken, given) = (0, 0)
    private var isFinished = false

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: An audio file, or a video file with sound.
    ///   - start: Samples to skip, at 48 kHz; beyond the end of a sound that does not repeat,
    ///     nothing remains.
    ///   - count: The maximum number of samples that follow, at 48 kHz (default: all).
    ///   - loopCrossfade: The overlap of the piece's end and start, in samples at 48 kHz, when
    ///     it repeats; `nil` to play it once.
    ///   - track: Which of the file's sound tracks, from 0 (default: the best one).
    /// - Throws: ``FileError/Code/unreadableInput`` if the file has no sound,
    ///   ``FileError/Code/invalidSettings`` if the crossfade is too long for it.
    package init(
        path: String, start: Int = 0, count: Int? = nil, loopCrossfade: Int? = nil, track: Int? = nil
    ) throws(FileError) {
        var settings = SoundtrackSettings(path: path)
        settings.track = track
        if let loopCrossfade { settings.crossfade = Self.duration(ofSamples: loopCrossfade) }
        soundtrack = try Soundtrack(settings)
        let sampleRate = soundtrack.sampleRate
        let first = Soundtrack.samples(Self.duration(ofSamples: start), sampleRate: sampleRate)
        let length = count.map { Soundtrack.samples(Self.duration(ofSamples: $0), sampleRate: sampleRate) } ?? .max
        if loopCrossfade == nil {
            source = .once(try soundtrack.makeDecoder())
            (toSkip, limit) = (first, length)
        } else {
            source = .looped(try LoopedSound(soundtrack, start: first, length: length))
            (toSkip, limit) = (0, .max)
        }
        resampler = try Resampler(from: soundtrack.sampleRate, to: SoundFormat.movieSampleRate)
    }

    /// Returns the next samples, at least one; `nil` after the last.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file can no longer be read.
    package func next() throws(FileError) -> SoundChunk? {
        while !isFinished {
            var chunk: SoundChunk
            if taken < limit, var decoded = try decode() {
                toSkip -= decoded.takeFirst(toSkip).count
                decoded.keepFirst(limit - taken)
                taken += decoded.count
                chunk = try resampler.resample(decoded)
            } else {
                isFinished = true
                chunk = try resampler.finish()
                // The resampler's filter adds samples; trim or pad to the exact length.
                let rate = SoundFormat.movieSampleRate
                let length = (taken * rate + soundtrack.sampleRate / 2) / soundtrack.sampleRate
                chunk.fit(to: max(0, length - given))
            }
            given += chunk.count
            if chunk.count > 0 { return chunk }
        }
        return nil
    }

    /// Warnings about what was read so far, for the user, as sentences.
    package var warnings: [String] {
        switch source {
        case .looped(let sound): sound.warnings
        case .once(let decoder):
            decoder.damage(stated: soundtrack.statedLength).map { [$0.warning(of: soundtrack.settings.path, .silence)] }
                ?? []
        }
    }

    /// Finds out whether a sound that does not repeat ends with the last sample returned, for ``warnings``.
    ///
    /// No samples can be read afterwards.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file can no longer be read.
    package func lookForEnd() throws(FileError) {
        guard !isFinished, taken < limit, case .once(let decoder) = source else { return }
        isFinished = true
        _ = try decoder.next()
    }

    private func decode() throws(FileError) -> SoundChunk? {
        switch source {
        case .looped(let sound): try sound.next()
        case .once(let decoder): try decoder.next()
        }
    }

    private static func duration(ofSamples count: Int) -> Duration {
        .nanoseconds((count * 1_000_000_000 + SoundFormat.movieSampleRate / 2) / SoundFormat.movieSampleRate)
    }
}
