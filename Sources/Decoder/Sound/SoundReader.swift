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
    /// Samples to drop after resampling, at 48 kHz.
    private var toDrop = 0
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
    ///   - skip: Samples to leave out at the beginning, at 48 kHz. The others are the same as
    ///     without it.
    ///   - loopCrossfade: The overlap of the piece's end and start, in samples at 48 kHz, when
    ///     it repeats; `nil` to play it once.
    ///   - selection: Which of the file's tracks and channels are read (default: the best track, all channels).
    /// - Throws: ``FileError/Code/unreadableInput`` if the file has no sound,
    ///   ``FileError/Code/invalidSettings`` if the crossfade is too long for it, or it does not have the track or the
    ///   channel.
    package init(
        path: String, start: Int = 0, count: Int? = nil, skip: Int = 0, loopCrossfade: Int? = nil,
        selection: SoundSelection = SoundSelection()
    ) throws(FileError) {
        var settings = SoundtrackSettings(path: path)
        settings.selection = selection
        if let loopCrossfade { settings.crossfade = Self.duration(ofSamples: loopCrossfade) }
        soundtrack = try Soundtrack(settings)
        let sampleRate = soundtrack.sampleRate
        let first = Soundtrack.samples(Self.duration(ofSamples: start), sampleRate: sampleRate)
        let length = count.map { Soundtrack.samples(Self.duration(ofSamples: $0), sampleRate: sampleRate) } ?? .max
        let left = Self.leftOut(skip, sampleRate: sampleRate)
        (taken, given) = (left.input, left.output)
        toDrop = skip - left.output
        if loopCrossfade == nil {
            let decoder = try soundtrack.makeDecoder(near: first + left.input)
            source = .once(decoder)
            (toSkip, limit) = (first + left.input - decoder.position, length)
        } else {
            let sound = try LoopedSound(soundtrack, start: first, length: length)
            try sound.skip(left.input)
            source = .looped(sound)
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
                decoded.keepFirst(max(0, limit - taken))
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
            toDrop -= chunk.takeFirst(toDrop).count
            if chunk.count > 0 { return chunk }
        }
        return nil
    }

    /// Warnings about what was read so far, for the user, as sentences.
    package var warnings: [String] {
        switch source {
        case .looped(let sound): sound.warnings
        case .once(let decoder):
            [
                decoder.damage(stated: soundtrack.statedLength)?.warning(of: soundtrack.settings.path, .silence)
                    ?? decoder.placementWarning
            ].compactMap(\.self)
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

    /// The samples that the resampler need not read, and what it would make of them.
    ///
    /// Resampling begins where both rates have a sample at the same time, so that every sample is interpolated as
    /// from the beginning, and early enough for the filter, which is 32 samples long, or longer when it reduces
    /// the rate.
    private static func leftOut(_ skip: Int, sampleRate: Int) -> (input: Int, output: Int) {
        let rate = SoundFormat.movieSampleRate
        guard skip > 0, sampleRate != rate else { return (max(0, skip), max(0, skip)) }
        let period = sampleRate / greatestCommonDivisor(sampleRate, rate)
        let periods = max(0, skip * sampleRate / rate - filterReach) / period
        return (periods * period, periods * period * rate / sampleRate)
    }

    /// Many times the length of the resampler's filter, in the file's samples.
    private static let filterReach = 4096

    private static func duration(ofSamples count: Int) -> Duration {
        .nanoseconds((count * 1_000_000_000 + SoundFormat.movieSampleRate / 2) / SoundFormat.movieSampleRate)
    }
}

/// Changes the sample rate of continuous stereo sound.
///
/// Use from one thread at a time.
package final class Resampler {
    private let converter: SampleConverter
    private let isNeeded: Bool

    /// The highest sample rate that any format in use has (WAV, DXD), in samples per second.
    private static let usualRates = 768_000

    /// What fails, for messages.
    private static let work = "Changing the soundtrack's sample rate"

    /// Creates a resampler; equal rates pass samples through unchanged.
    package init(from inputRate: Int, to outputRate: Int) throws(FileError) {
        isNeeded = inputRate != outputRate
        do throws(LibAVError) {
            converter = try SampleConverter(from: .stereo(sampleRate: inputRate), to: outputRate)
        } catch {
            // libswresample's filter grows with the ratio of the rates, and it reports its limit as a lack of memory.
            guard inputRate > Self.usualRates else { throw .failure(Self.work, error) }
            throw FileError(
                .unreadableInput,
                "The sound has \(inputRate) samples per second, which cannot be converted to \(outputRate). Its file is "
                    + "probably damaged; save it with at most \(Self.usualRates).", cause: error)
        }
    }

    /// Resamples the next samples; the output lags behind the input.
    package func resample(_ chunk: SoundChunk) throws(FileError) -> SoundChunk {
        isNeeded ? try attempt(Self.work, converter.convert(chunk)) : chunk
    }

    /// Returns the samples still held back, after the last input.
    package func finish() throws(FileError) -> SoundChunk {
        isNeeded ? try attempt(Self.work, converter.flush()) : SoundChunk()
    }
}
