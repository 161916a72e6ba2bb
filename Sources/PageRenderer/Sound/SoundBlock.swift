/// Consecutive samples of one of the page's streams.
struct SoundBlock: Sendable {
    /// The number of the stream.
    let stream: UInt32
    /// When the first sample is to be heard, in nanoseconds of the page's monotonic clock.
    let start: Int64
    /// Finite samples, left and right in turn; empty if the stream's earlier samples from `start` on are
    /// not heard.
    let samples: [Float]

    /// Samples per channel.
    var count: Int { samples.count / 2 }
}
