public import Frames

/// The properties of a finished file.
public struct MovieSummary: Sendable {
    /// Width and height of the video, both even.
    public let size: PixelSize
    /// The number of frames, including repeated ones.
    public let frames: Int
    /// The video's duration, rounded down to the nanosecond.
    public let duration: Duration
    /// The file's length in bytes.
    public let bytes: Int
    /// The container, codec and encoder.
    public let format: MovieFormat
    /// The sound; `nil` in a silent video.
    public let sound: SoundSummary?
}

/// The properties of a finished file with sound only.
public struct SoundFileSummary: Sendable {
    /// The file's format.
    public let format: SoundFileFormat
    /// The duration of the recording or the timeline, rounded down to the nanosecond.
    public let duration: Duration
    /// The file's length in bytes.
    public let bytes: Int
    /// The sound.
    public let sound: SoundSummary
}

/// The container, codec and encoder of a movie.
public struct MovieFormat: Sendable, Hashable {
    /// The container format.
    public let container: MovieContainer
    /// The video codec.
    public let codec: VideoCodec
    /// The name of libavcodec's encoder, such as `libx264`.
    public let encoder: String
    /// The maximum number of threads that the encoder uses.
    public let threads: Int
    /// Whether the video has an alpha channel.
    public let hasAlpha: Bool
}

/// A movie file that is complete and has its name.
public struct FinishedMovie: Sendable {
    /// The path of the file.
    public let path: String
    /// A summary of the file's contents.
    public let movie: MovieSummary
    /// Warnings for the user, as sentences.
    public let warnings: [String]
}

/// The properties of a finished file's sound.
public struct SoundSummary: Sendable {
    /// The codec: `aac`, `opus` or `pcm`.
    public let codec: String
    /// Samples per second.
    public let sampleRate: Int
    /// The number of channels.
    public let channels: Int
    /// Samples per channel: the video's duration, to the nearest sample.
    public let samples: Int
    /// How often the soundtrack restarted; 0 if it was long enough.
    public let loops: Int
    /// What the page played; `nil` if nothing.
    public let page: HeardSound?
    /// The titles of the file's sound tracks; empty for one track with everything.
    public let titles: [String]
    /// Warnings about the soundtrack for the user, as sentences: it is damaged, or has gaps.
    public let warnings: [String]
}

extension SoundSummary {
    /// Combines the summaries of a file's sound tracks; `nil` for a silent file.
    init?(of tracks: [SoundSummary]) {
        guard let first = tracks.first else { return nil }
        self.init(
            codec: first.codec, sampleRate: first.sampleRate, channels: first.channels, samples: first.samples,
            loops: tracks.reduce(0) { $0 + $1.loops }, page: tracks.compactMap(\.page).first,
            titles: tracks.flatMap(\.titles), warnings: tracks.flatMap(\.warnings))
    }
}

/// What is heard of a sound.
public struct HeardSound: Sendable {
    /// When the first sample that is not silent is heard, in the video's time.
    public let start: Duration
    /// When the last one has been heard.
    public let end: Duration
    /// The highest absolute value of a sample, in dB of full scale; above 0 if it was limited.
    public let peak: Double
    /// The integrated loudness from the first sample on, in LUFS (EBU R 128); `nil` if the sound is too short or
    /// too quiet.
    public let loudness: Double?
}
