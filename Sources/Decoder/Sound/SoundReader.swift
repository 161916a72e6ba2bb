package import Files
import Frames
package import LibAV

/// A sound file's samples in order, at 48 kHz, from a place on.
///
/// As many as the file truly has, or, looped, without end. Used by one thread
/// at a time; the file is held open.
package final class SoundReader {
    /// Where decoded runs come from.
    private enum Source {
        case once(SoundtrackDecoder)
        case looped(LoopedSound)
    }

    private let soundtrack: Soundtrack
    private let source: Source
    private let resampler: Resampler
    /// Samples of the file, in its own rate, yet to be passed over.
    private var toSkip: Int
    /// How many of the file's samples are read after them at most.
    private let limit: Int
    /// Samples of the file that went into the resampler, and that came out.
    private var (taken, given) = (0, 0)
    private var isFinished = false

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: A file of sound, or of a video with sound.
    ///   - start: How many samples, at 48 kHz, are passed over; behind the
    ///     end of a sound that is not looped there is nothing.
    ///   - count: How many samples, at 48 kHz, follow at most.
    ///   - loopCrossfade: How many samples, at 48 kHz, the end of this piece and
    ///     its beginning sound together where it starts over; without it the
    ///     sound ends.
    /// - Throws: ``FileError/Code/unreadableInput`` for a file without
    ///   sound, ``FileError/Code/invalidSettings`` for a crossfade that is
    ///   too long for it.
    package init(
        path: String, start: Int = 0, count: Int? = nil, loopCrossfade: Int? = nil
    ) throws(FileError) {
        var settings = SoundtrackSettings(path: path)
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

    /// The next samples, at least one; nothing after the last.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file can no
    ///   longer be read.
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
                // To the nearest sample, whatever the resampler's filter adds.
                let rate = SoundFormat.movieSampleRate
                let length = (taken * rate + soundtrack.sampleRate / 2) / soundtrack.sampleRate
                if given + chunk.count < length { chunk.append(.silence(length - given - chunk.count)) }
                chunk.keepFirst(max(0, length - given))
            }
            given += chunk.count
            if chunk.count > 0 { return chunk }
        }
        return nil
    }

    private func decode() throws(FileError) -> SoundChunk? {
        switch source {
        case .looped(let sound): return try sound.next()
        case .once(let decoder):
            do throws(LibAVError) {
                return try decoder.next()
            } catch {
                throw soundtrack.file.unreadable("cannot be decoded to its end", cause: error)
            }
        }
    }

    private static func duration(ofSamples count: Int) -> Duration {
        .nanoseconds((count * 1_000_000_000 + SoundFormat.movieSampleRate / 2) / SoundFormat.movieSampleRate)
    }
}
