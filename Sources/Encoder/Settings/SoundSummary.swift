/// The sound that a finished file holds.
public struct SoundSummary: Sendable {
    /// How it is compressed: `aac` or `opus`.
    public let codec: String
    /// Samples a second.
    public let sampleRate: Int
    /// Channels of sound.
    public let channels: Int
    /// Samples in each channel: exactly as long as the pictures, to the
    /// nearest sample.
    public let samples: Int
    /// How often the soundtrack started over; 0 when it was long enough.
    public let loops: Int
}
