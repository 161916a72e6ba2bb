/// A run of stereo samples, with full scale from -1 to 1.
public struct SoundChunk: Sendable {
    /// The left channel.
    public var left: [Float]
    /// The right channel; as many samples as the left.
    public var right: [Float]

    /// Creates a run from two channels of equal length.
    public init(left: [Float] = [], right: [Float] = []) {
        self.left = left
        self.right = right
    }

    /// Returns a run of silence.
    public static func silence(_ count: Int) -> SoundChunk {
        SoundChunk(left: [Float](repeating: 0, count: count), right: [Float](repeating: 0, count: count))
    }

    /// Samples per channel.
    public var count: Int { left.count }

    /// Appends a run.
    public mutating func append(_ other: SoundChunk) {
        left.append(contentsOf: other.left)
        right.append(contentsOf: other.right)
    }

    /// Drops all but the first `count` samples.
    public mutating func keepFirst(_ count: Int) {
        left.removeLast(left.count - min(count, left.count))
        right.removeLast(right.count - min(count, right.count))
    }

    /// Drops samples from the end, or adds silence, so that there are exactly `count`.
    public mutating func fit(to count: Int) {
        keepFirst(count)
        append(.silence(count - self.count))
    }

    /// Removes and returns the first `count` samples, or all if there are fewer.
    public mutating func takeFirst(_ count: Int) -> SoundChunk {
        let count = min(count, self.count)
        let taken = SoundChunk(left: Array(left.prefix(count)), right: Array(right.prefix(count)))
        left.removeFirst(count)
        right.removeFirst(count)
        return taken
    }
}

/// The format of decoded samples, which may change within a file.
package struct SoundFormat: Hashable {
    /// The sample rate of the sound in every movie that pagereel writes.
    package static let movieSampleRate = 48_000

    /// Samples per second.
    package var sampleRate: Int
    /// The sample format, as libav numbers it.
    package var sampleFormat: CInt
    /// The number of channels.
    package var channels: CInt
    /// The channel layout, one bit per speaker; 0 if the file does not state it.
    package var channelMask: UInt64
}
