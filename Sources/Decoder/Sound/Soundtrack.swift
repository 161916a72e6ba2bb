import CLibAV
public import Files
import Frames
import LibAV

/// An audio file that was opened and found good, and how it is used.
///
/// It never changes, and any number of movies may use it at once.
public final class Soundtrack: Sendable {
    /// Which file, and how it is used.
    public let settings: SoundtrackSettings
    /// Samples a second in the file.
    public let sampleRate: Int
    /// libav's name for the way the file's sound is encoded, as `mp3`.
    public let codec: String

    /// The open file.
    package let file: SoundtrackFile
    /// The true length in samples where the decoder alone would give more.
    package let limit: Int?
    /// How long both ends sound together at the seam, in the file's samples.
    package let crossfadeSamples: Int
    /// How many of the file's samples are passed over at first.
    package let skippedSamples: Int

    /// Opens a soundtrack, decodes its beginning and checks the settings
    /// against it.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if there is no sound
    ///   in it, ``FileError/Code/invalidSettings`` if the settings are out
    ///   of range or too long for it.
    public init(_ settings: SoundtrackSettings) throws(FileError) {
        try FFmpeg.load()
        try settings.validate()
        self.settings = settings
        file = try SoundtrackFile(path: settings.path)
        let decoder = try SoundtrackDecoder(file)
        sampleRate = decoder.sampleRate
        codec = decoder.codecName
        do throws(LibAVError) {
            limit = try Self.trueLength(of: file, sampleRate: decoder.sampleRate)
        } catch {
            throw file.unreadable("cannot be read again", cause: error)
        }
        crossfadeSamples = Self.samples(settings.crossfade, sampleRate: decoder.sampleRate)
        skippedSamples = Self.samples(max(settings.offset, .zero), sampleRate: decoder.sampleRate)
        try checkLengths()
    }

    /// A decoder at the soundtrack's first sample.
    package func makeDecoder() throws(FileError) -> SoundtrackDecoder {
        try SoundtrackDecoder(file, sampleRate: sampleRate, limit: limit)
    }

    /// A length of time in samples, to the nearest.
    package static func samples(_ time: Duration, sampleRate: Int) -> Int {
        let product = Int128(time.wholeNanoseconds) * Int128(sampleRate)
        return Int((product + 500_000_000) / 1_000_000_000)
    }
}

// MARK: - Length

extension Soundtrack {
    /// The length that an MP4 file states, in samples.
    ///
    /// AAC comes in frames of 1024 samples and MP4 says how much of the last
    /// one is padding; libav's decoder hands the padding out. Other files'
    /// decoders trim by themselves.
    private static func trueLength(of file: SoundtrackFile, sampleRate: Int) throws(LibAVError) -> Int? {
        let input = try InputFormat.open(path: file.reopenPath)
        guard input.isMP4, let stream = input.selectSound(),
            let played = input.statedLength(ofStream: stream, sampleRate: sampleRate)
        else { return nil }
        // There are two statements. What is to be played is often rounded to
        // the millisecond. What is there, less the encoder's delay, is exact
        // if its writer shortened the last frame. The second one is better
        // where it explains the first: QuickTime's 1/600 s is the coarsest
        // rounding in use.
        let whole = try InputFormat.open(path: file.reopenPath, ignoresEditList: true)
        guard let wholeStream = whole.selectSound(),
            let stored = whole.statedLength(ofStream: wholeStream, sampleRate: sampleRate)
        else { return played }
        let frameSize = whole.frameSize(ofStream: wholeStream)
        let exact = stored - input.leadIn(try Packet.allocate())
        let isShortened = frameSize <= 1 || stored % frameSize != 0
        return isShortened && abs(exact - played) <= sampleRate / 600 ? exact : played
    }

    /// Refuses a crossfade or an offset that is too long for the soundtrack.
    private func checkLengths() throws(FileError) {
        // A start beyond the end, or a crossfade beyond half of it.
        let needed = max(2 * crossfadeSamples, settings.offset > .zero ? skippedSamples + 1 : 0)
        guard needed > 0 else { return }
        // The estimate of some formats is far from true, so it only saves
        // counting where it leaves no doubt.
        if let limit {
            if limit >= needed { return }
        } else if let estimate = try estimatedLength(), estimate / 2 > needed {
            return
        }
        let length = try countSamples(upTo: needed)
        guard length < needed else { return }
        let seconds = Self.display(Double(length) / Double(sampleRate))
        if 2 * crossfadeSamples > length {
            throw FileError(
                .invalidSettings,
                "The crossfade of \(Self.display(settings.crossfade.inSeconds)) s is longer than half the soundtrack "
                    + "“\(settings.path)”, which lasts \(seconds) s. Give a shorter one.")
        }
        throw FileError(
            .invalidSettings,
            "The offset of \(Self.display(settings.offset.inSeconds)) s is past the end of the soundtrack "
                + "“\(settings.path)”, which lasts \(seconds) s. Give a smaller one.")
    }

    private func estimatedLength() throws(FileError) -> Int? {
        do throws(LibAVError) {
            let input = try InputFormat.open(path: file.reopenPath)
            return input.estimatedMicroseconds.map { $0 / 1000 * sampleRate / 1000 }
        } catch {
            throw file.unreadable("cannot be read again", cause: error)
        }
    }

    /// Counts the samples by decoding, as far as needed.
    private func countSamples(upTo enough: Int) throws(FileError) -> Int {
        let decoder = try makeDecoder()
        do throws(LibAVError) {
            while decoder.position < enough, try decoder.next() != nil {}
        } catch {
            throw file.unreadable("cannot be decoded to its end", cause: error)
        }
        return decoder.position
    }

    /// Seconds as people read them, to the hundredth.
    private static func display(_ seconds: Double) -> String {
        let hundredths = Int((seconds * 100).rounded())
        let fraction = hundredths % 100
        return fraction == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
