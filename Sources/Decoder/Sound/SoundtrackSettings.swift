package import Files
public import LibAV

/// The audio file of a soundtrack and how to mix it.
public struct SoundtrackSettings: Sendable {
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
    /// Bits per second of the encoded sound (default: 160 000).
    public var bitrate: Int
    /// The sample rate and the channels of the encoded sound (default: 48 kHz stereo).
    public var encoding = SoundEncoding()

    /// Which of the file's sound tracks, from 0 (default: the best one).
    package var track: Int?

    /// The longest crossfade; its samples are kept in memory.
    public static let longestCrossfade = Duration.seconds(60)
    /// The valid bit rates, in bits per second.
    ///
    /// The maximum of 48 kHz stereo AAC is 6144 bits per channel and frame of 1024 samples
    /// (ISO/IEC 14496-3, 4.5.3.1).
    public static let bitrateRange = 16_000...512_000
    /// The valid volumes.
    public static let volumeRange = 0.0...10.0

    /// Creates settings.
    public init(
        path: String, volume: Double = 1, fadeIn: Duration = .zero, fadeOut: Duration = .zero,
        crossfade: Duration = .zero, offset: Duration = .zero, bitrate: Int = 160_000
    ) {
        self.path = path
        self.volume = volume
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
        self.crossfade = crossfade
        self.offset = offset
        self.bitrate = bitrate
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
        guard Self.bitrateRange.contains(bitrate) else {
            throw FileError(
                .invalidSettings,
                "The sound bit rate \(bitrate) is out of range. Give bits per second, from "
                    + "\(Self.bitrateRange.lowerBound) to \(Self.bitrateRange.upperBound).")
        }
    }
}
