package import Files
import LibAV

/// Which audio file is laid under the video, and how.
public struct SoundtrackSettings: Sendable {
    /// The audio file, or a video file whose sound is used.
    public var path: String
    /// The factor for every sample, from 0 to 10; 1 leaves them alone.
    public var volume: Double
    /// How long the sound takes from silence to full volume where it begins.
    public var fadeIn: Duration
    /// How long the sound takes to silence at the end of the video.
    public var fadeOut: Duration
    /// How long the soundtrack's end and its beginning sound together where
    /// it starts over, with equal power; at most half the soundtrack and
    /// ``longestCrossfade``.
    public var crossfade: Duration
    /// How far into the soundtrack the sound begins.
    ///
    /// Negative is how much silence comes first.
    public var offset: Duration
    /// Bits a second of the sound in the video.
    public var bitrate: Int

    /// The longest crossfade: the samples that it needs are kept in memory.
    public static let longestCrossfade = Duration.seconds(60)
    /// The bit rates accepted: what 48 kHz stereo AAC can carry (6144 bits
    /// a channel and frame of 1024 samples, ISO/IEC 14496-3, 4.5.3.1).
    public static let bitrateRange = 16_000...512_000
    /// The volumes accepted.
    public static let volumeRange = 0.0...10.0

    /// Describes a soundtrack.
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

    /// Refuses what makes no sense for any soundtrack.
    ///
    /// - Throws: ``FileError/Code/invalidSettings``.
    package func validate() throws(FileError) {
        guard Self.volumeRange.contains(volume) else {
            throw FileError(
                .invalidSettings, "The volume \(volume) is out of range; give a number from 0 to 10, where 1 is as is.")
        }
        guard fadeIn >= .zero, fadeOut >= .zero else {
            throw FileError(.invalidSettings, "A fade of the soundtrack cannot be shorter than nothing.")
        }
        guard crossfade >= .zero, crossfade <= Self.longestCrossfade else {
            throw FileError(
                .invalidSettings, "The crossfade of the soundtrack is out of range; give a length from 0 s to 60 s.")
        }
        guard Self.bitrateRange.contains(bitrate) else {
            throw FileError(
                .invalidSettings,
                "The sound bit rate \(bitrate) is out of range; give bits a second from "
                    + "\(Self.bitrateRange.lowerBound) to \(Self.bitrateRange.upperBound).")
        }
    }
}
