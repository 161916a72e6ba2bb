public import Files
import Frames
import LibAV

/// The audio file of a soundtrack and how to mix it.
public struct SoundtrackSettings: Sendable, Hashable {
    /// The audio file, or a video file whose sound is used.
    public var path: String
    /// The gain of every sample, from 0 to 10 (default: 1, unchanged).
    public var volume: Double
    /// The duration of the fade-in at the start (default: 0 s).
    public var fadeIn: Duration
    /// The duration of the fade-out at the end of the video (default: 0 s).
    public var fadeOut: Duration
    /// The overlap of the soundtrack's end and start when it repeats (default: 0 s).
    ///
    /// An equal-power crossfade; at most half the soundtrack and ``longestCrossfade``.
    public var crossfade: Duration
    /// The position in the soundtrack at which the sound begins (default: 0 s).
    ///
    /// If negative, the duration of silence before it.
    public var offset: Duration
    /// Which of the file's tracks and channels are used (default: the best track, with all of its channels).
    public var selection = SoundSelection()

    /// The longest crossfade; its samples are kept in memory.
    public static let longestCrossfade = Duration.seconds(60)
    /// The valid volumes.
    public static let volumeRange = 0.0...10.0

    /// Creates settings.
    public init(
        path: String, volume: Double = 1, fadeIn: Duration = .zero, fadeOut: Duration = .zero,
        crossfade: Duration = .zero, offset: Duration = .zero
    ) {
        self.path = path
        self.volume = volume
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
        self.crossfade = crossfade
        self.offset = offset
    }

    /// Checks the settings that do not depend on the file.
    ///
    /// - Throws: ``FileError/Code/invalidSettings``.
    package func validate() throws(FileError) {
        guard Self.volumeRange.contains(volume) else {
            throw FileError(
                .invalidSettings,
                "The volume \(volume) is out of range. Give a number from 0 to 10; 1 keeps the volume.")
        }
        guard fadeIn >= .zero, fadeOut >= .zero else {
            throw FileError(.invalidSettings, "The fade of the soundtrack cannot be negative.")
        }
        guard crossfade >= .zero, crossfade <= Self.longestCrossfade else {
            throw FileError(
                .invalidSettings, "The crossfade of the soundtrack is out of range. Give a length from 0 s to 60 s.")
        }
    }
}

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
    package var limit: Int? { bounds.limit }
    /// The number of samples that the file states; `nil` if it does not.
    let statedLength: Int?
    /// Where the sound begins and ends.
    let bounds: SoundBounds
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
        file = try SoundtrackFile(path: settings.path, settings.selection)
        let decoder = try SoundtrackDecoder(file)
        sampleRate = decoder.sampleRate
        codec = decoder.codecName
        bounds = try SoundBounds(of: file, decoder)
        let header = WaveHeader(try file.firstBytes(WaveHeader.length))
        statedLength = bounds.limit ?? header?.sampleCount ?? decoder.statedLength
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
    /// Returns the length by decoding; `nil` if some of what the file states is missing.
    func exactLength() throws(FileError) -> Duration? {
        let decoder = try makeDecoder()
        while try decoder.next() != nil {}
        guard decoder.damage(stated: statedLength) == nil else { return nil }
        let (seconds, rest) = decoder.position.quotientAndRemainder(dividingBy: sampleRate)
        return .seconds(seconds) + .nanoseconds((rest * 1_000_000_000 + sampleRate / 2) / sampleRate)
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
            let input = try InputFormat(file.input, as: .media)
            // Of a file with other streams, the estimate is the length of the longest.
            guard input.streamCount > 1 else {
                return input.estimatedMicroseconds.map { $0 / 1000 * sampleRate / 1000 }
            }
            return unsafe input.sound(file.track).flatMap { unsafe input.statedEnd(of: $0, sampleRate: sampleRate) }
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

/// The open file of a soundtrack.
///
/// The descriptor stays open while the soundtrack is used, so deleting or replacing the file
/// during a recording has no effect.
package final class SoundtrackFile: Sendable {
    /// The path, for messages.
    package let path: String
    /// Which of the file's sound tracks, from 0; `nil` for the best one.
    let track: Int?
    /// The channel that is heard on both sides, from 1; `nil` for all.
    let channel: Int?
    let input: InputFile

    /// Opens a file.
    ///
    /// - Parameter selection: Which of its tracks and channels are used.
    /// - Throws: ``FileError/Code/unreadableInput``, ``FileError/Code/invalidSettings`` for a track that it does not
    ///   have.
    package init(path: String, _ selection: SoundSelection = SoundSelection()) throws(FileError) {
        self.path = path
        channel = selection.channel
        let file = try InputFile.media(path) { failure in
            switch failure {
            case .system(let error):
                FileError(
                    .unreadableInput, "The soundtrack '\(path)' cannot be opened: \(error.text). Check the path.")
            case .notRegular:
                FileError(
                    .unreadableInput,
                    "The soundtrack '\(path)' is a folder, a pipe or a device. Pass a file, which can be read again "
                        + "for each loop.")
            }
        }
        input = file
        track = try selection.track.flatMap { track throws(FileError) in try Self.index(of: track, in: file, path) }
        guard input.length > 0 else { throw unreadable("is empty", cause: nil) }
    }

    /// Returns the index of a track; `nil` if the file has no sound at all, or cannot be read.
    private static func index(
        of track: SoundSelection.Track, in file: InputFile, _ path: String
    ) throws(FileError) -> Int? {
        let labels: [SoundTrackLabel]
        do throws(LibAVError) {
            labels = try InputFormat(file, as: .media).soundLabels
        } catch {
            // Whoever decodes the file says what is wrong with it.
            return nil
        }
        guard !labels.isEmpty else { return nil }
        do throws(SelectionMistake) {
            return try labels.index(of: track)
        } catch {
            throw FileError(.invalidSettings, "The soundtrack '\(path)' \(error.text)")
        }
    }

    /// Reads the file's first bytes, at most `count`.
    package func firstBytes(_ count: Int) throws(FileError) -> [UInt8] {
        try input.read(min(count, input.length)) { error in unreadable("cannot be read", cause: error) }
    }

    /// Reads bytes; fewer than `count` at the end of the file.
    func bytes(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        try input.read(count, at: offset) { error in unreadable("cannot be read", cause: error) }
    }

    /// Reads the file's last bytes, at most `count`.
    func lastBytes(_ count: Int) throws(FileError) -> [UInt8] {
        try input.read(count, at: max(0, input.length - count)) { error in unreadable("cannot be read", cause: error) }
    }

    /// Creates an error about a channel that the sound does not have.
    ///
    /// - Parameter count: The number of its channels.
    func missing(_ channel: Int, of count: Int) -> FileError {
        let sound = track.map { "its sound track \($0 + 1)" } ?? "its sound"
        let has =
            count == 1
            ? "is mono. Leave the channel out." : "has \(count) channels. Choose a channel from 1 to \(count)."
        return FileError(
            .invalidSettings, "The soundtrack '\(path)' has no channel \(channel): \(sound) \(has)")
    }

    /// Creates an error about the file.
    package func unreadable(_ what: String, cause: (any Error)?) -> FileError {
        FileError(
            .unreadableInput,
            "The soundtrack '\(path)' \(what). Pass a file with sound: MP3, M4A, AAC, Ogg, Opus, FLAC, WAV, or a video.",
            cause: cause)
    }
}

/// The header of a RIFF wave file.
///
/// libav takes the length of a truncated file from the file's size, so only the header has it.
/// Source: Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0.
struct WaveHeader {
    /// The number of samples that the header states.
    let sampleCount: Int

    /// The number of bytes in which the header is expected.
    static let length = 65_536

    /// Reads a header.
    ///
    /// - Parameter bytes: The file's first bytes.
    /// - Returns: `nil` if it is not a wave file, not PCM, or does not state its length, because it was
    ///   written to a pipe.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) else { return nil }
        var place = 12
        var bytesPerSample: Int?
        while place + 8 <= bytes.count {
            let name = bytes[place..<place + 4]
            let size = Self.number(bytes[place + 4..<place + 8])
            let content = bytes[(place + 8)...]
            if name.elementsEqual("fmt ".utf8), content.count >= 16 {
                guard Self.pcmFormats.contains(Self.number(content.prefix(2))) else { return nil }
                bytesPerSample = Self.number(content.dropFirst(12).prefix(2))
            } else if name.elementsEqual("data".utf8) {
                guard let bytesPerSample, bytesPerSample > 0, 1..<Self.placeholder ~= size else { return nil }
                sampleCount = size / bytesPerSample
                return
            }
            // Chunks are padded to an even length.
            place += 8 + size + size % 2
        }
        return nil
    }

    /// PCM, floating point, A-law, µ-law and extensible.
    private static let pcmFormats = [1, 3, 6, 7, 0xFFFE]
    /// Sizes from here on mean an unknown length: programs that write to a pipe state up to 4 KiB less
    /// than 2 GiB, or more.
    private static let placeholder = 0x7FFF_0000

    /// Returns a number in little-endian order.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
