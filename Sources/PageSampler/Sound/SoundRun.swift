/// Consecutive samples of a recording's sound.
public struct SoundRun: Sendable, Equatable {
    /// The index of the first sample, from the recording's start.
    public let position: Int
    /// The samples at 48 kHz, left and right in turn; not all of them are silent.
    public let samples: [Float]
}
