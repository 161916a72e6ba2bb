package import Files

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
    /// Which of the file's sound tracks, from 0 (default: the best one).
    package var track: Int?

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
