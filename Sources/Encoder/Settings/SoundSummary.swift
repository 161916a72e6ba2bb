/// The properties of a finished file's sound.
public struct SoundSummary: Sendable {
    /// The codec: `aac` or `opus`.
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
    public let page: PageSoundSummary?
}
