/// A run of stereo samples, full scale at 1 and -1.
public struct SoundChunk: Sendable {
    /// The left channel.
    public var left: [Float]
    /// The right channel; as many samples as the left.
    public var right: [Float]

    /// Makes a run of two channels of the same length.
    public init(left: [Float] = [], right: [Float] = []) {
        self.left = left
        self.right = right
    }

    /// Silence.
    public static func silence(_ count: Int) -> SoundChunk {
        SoundChunk(left: [Float](repeating: 0, count: count), right: [Float](repeating: 0, count: count))
    }

    /// Samples in each channel.
    public var count: Int { left.count }

    /// Adds a run at the end.
    public mutating func append(_ other: SoundChunk) {
        left.append(contentsOf: other.left)
        right.append(contentsOf: other.right)
    }

    /// Drops all but some samples at the beginning.
    public mutating func keepFirst(_ count: Int) {
        left.removeLast(left.count - min(count, left.count))
        right.removeLast(right.count - min(count, right.count))
    }

    /// Takes some samples away from the beginning, or all if there are fewer.
    public mutating func takeFirst(_ count: Int) -> SoundChunk {
        let count = min(count, self.count)
        let taken = SoundChunk(left: Array(left.prefix(count)), right: Array(right.prefix(count)))
        left.removeFirst(count)
        right.removeFirst(count)
        return taken
    }
}
