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
