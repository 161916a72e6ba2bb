/// A run of stereo samples, full scale at 1 and -1.
struct SoundChunk {
    /// The left channel.
    var left: [Float] = []
    /// The right channel; as many samples as the left.
    var right: [Float] = []

    /// Samples in each channel.
    var count: Int { left.count }
}
