/// Consecutive samples of a recording's sound.
public struct SoundRun: Sendable, Equatable {
    /// The index of the first sample, from the recording's start.
    public let position: Int
    /// The samples at 48 kHz, left and right in turn; empty if the sound up to the position is silent.
    public let samples: [Float]

    /// The index after the last sample.
    var end: Int { position + samples.count / 2 }
}
