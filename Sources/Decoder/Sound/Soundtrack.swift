public import Files
import Frames
import LibAV

/// A validated audio file and the settings for its use.
///
/// Immutable; any number of movies may use it concurrently.
public final class Soundtrack: Sendable {
    /// The file and how it is used.
    public let settings: SoundtrackSettings
    /// The file's samples per second.
    public let sampleRate: Int
    /// libav's name of the codec, such as `mp3`.
    public let codec: String

    /// The open file.
    package let file: SoundtrackFile
    /// The exact length in samples, if the decoder alone would return more.
    package let limit: Int?
    /// The number of samples that the file states; `nil` if it does not.
    let statedLength: Int?
    /// Whether the file does not say which samples its encoder has added, so that loops have a gap.
    let hasUnknownPriming: Bool
    /// The length of the crossfade, in the file's samples.
    package let crossfadeSamples: Int
    /// Samples to skip at the start, in the file's samples.
    package let skippedSamples: Int

    /// Opens a soundtrack, decodes its beginning and validates the settings.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file has no sound,
    ///   ``FileError/Code/invalidSettings`` if the settings are out of range or too long for
    ///   the file.
    public init(_ settings: SoundtrackSettings) throws(FileError) {
        try FFmpeg.load()
        try settings.validate()
        self.settings = settings
        file = try SoundtrackFile(path: settings.path, track: settings.track)
        let decoder = try SoundtrackDecoder(file)
        sampleRate = decoder.sampleRate
        codec = decoder.codecName
        hasUnknownPriming = decoder.hasUnknownPriming
        do throws(LibAVError) {
            limit = try Self.trueLength(of: file, sampleRate: decoder.sampleRate)
        } catch {
            throw file.unreadable("cannot be read again", cause: error)
        }
        let header = WaveHeader(try file.firstBytes(WaveHeader.length))
        statedLength = limit ?? header?.sampleCount ?? decoder.statedLength
        crossfadeSamples = Self.samples(settings.crossfade, sampleRate: decoder.sampleRate)
        skippedSamples = Self.samples(max(settings.offset, .zero), sampleRate: decoder.sampleRate)
        try checkLengths()
    }

    /// Creates a decoder at the soundtrack's first sample.
    package func makeDecoder() throws(FileError) -> SoundtrackDecoder {
        try SoundtrackDecoder(file, sampleRate: sampleRate, limit: limit)
    }

    /// Creates a decoder at a sample at or before a target, as near as the file allows.
    ///
    /// - Parameter target: A number of samples from the soundtrack's first.
    package func makeDecoder(near target: Int) throws(FileError) -> SoundtrackDecoder {
        let decoder = try makeDecoder()
        return try decoder.advance(near: target) ? decoder : try makeDecoder()
    }

    /// Converts a duration to samples, rounding to nearest.
    package static func samples(_ time: Duration, sampleRate: Int) -> Int {
        let product = Int128(time.wholeNanoseconds) * Int128(sampleRate)
        return Int((product + 500_000_000) / 1_000_000_000)
    }
}

// MARK: - Length

extension Soundtrack {
    /// Returns the exact length that an MP4 file states, in samples.
    ///
    /// AAC has frames of 1024 samples, and MP4 states the padding of the last one, which
    /// libav's decoder returns as sound. Other formats' decoders trim the padding.
    private static func trueLength(of file: SoundtrackFile, sampleRate: Int) throws(LibAVError) -> Int? {
        let input = try InputFormat(path: file.reopenPath, as: .media)
        guard input.isMP4, let stream = unsafe input.sound(file.track),
            let played = unsafe input.statedLength(of: stream, sampleRate: sampleRate)
        else { return nil }
        unsafe input.discardAll(except: stream)
        // An MP4 states its length twice. The edit list is often rounded to the millisecond.
        // The stored duration minus the encoder's delay is exact if the writer shortened the
        // last frame, so it is preferred where both agree up to QuickTime's 1/600 s, the
        // coarsest rounding in use.
        let whole = try InputFormat(path: file.reopenPath, as: .media, ignoresEditList: true)
        guard let wholeStream = unsafe whole.sound(file.track),
            let stored = unsafe whole.statedLength(of: wholeStream, sampleRate: sampleRate)
        else { return played }
        let frameSize = unsafe whole.frameSize(of: wholeStream)
        let exact = stored - input.leadIn(try Packet())
        let isShortened = frameSize <= 1 || stored % frameSize != 0
        return isShortened && abs(exact - played) <= sampleRate / 600 ? exact : played
    }

    /// Rejects a crossfade or an offset that is too long for the soundtrack.
    private func checkLengths() throws(FileError) {
        // The offset must lie within the soundtrack, the crossfade within half of it.
        let needed = max(2 * crossfadeSamples, settings.offset > .zero ? skippedSamples + 1 : 0)
        guard needed > 0 else { return }
        // Some formats' estimates are far off, so they are used only with a wide margin.
        if let limit {
            if limit >= needed { return }
        } else if let estimate = try estimatedLength(), estimate / 2 > needed {
            return
        }
        let length = try countSamples(upTo: needed)
        guard length < needed else { return }
        let lasts = Duration.seconds(Double(length) / Double(sampleRate)).text
        if 2 * crossfadeSamples > length {
            throw FileError(
                .invalidSettings,
                "The crossfade of \(settings.crossfade.text) is longer than half the soundtrack "
                    + "'\(settings.path)', which lasts \(lasts). Give a shorter one.")
        }
        throw FileError(
            .invalidSettings,
            "The offset of \(settings.offset.text) is past the end of the soundtrack "
                + "'\(settings.path)', which lasts \(lasts). Give a smaller one.")
    }

    private func estimatedLength() throws(FileError) -> Int? {
        do throws(LibAVError) {
            let input = try InputFormat(path: file.reopenPath, as: .media)
            return input.estimatedMicroseconds.map { $0 / 1000 * sampleRate / 1000 }
        } catch {
            throw file.unreadable("cannot be read again", cause: error)
        }
    }

    /// Counts samples by decoding, up to `enough`.
    private func countSamples(upTo enough: Int) throws(FileError) -> Int {
        let decoder = try makeDecoder()
        while decoder.position < enough, try decoder.next() != nil {}
        return decoder.position
    }
}
