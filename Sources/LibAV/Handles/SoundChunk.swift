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

/// How a movie's sound is stored; the container chooses the codec.
public struct SoundEncoding: Sendable, Hashable {
    /// Samples per second, one of ``sampleRates`` (default: 48 000).
    public var sampleRate = SoundFormat.movieSampleRate
    /// The number of channels: 1, the mean of left and right, or 2 (default: 2).
    public var channels = 2
    /// Bits per second, within ``bitrateRange`` (default: 160 000).
    public var bitrate = 160_000
    /// Whether the samples are stored unchanged, as 32-bit PCM; only Matroska files can (default: false).
    package var isLossless = false

    /// The sample rates of AAC (ISO/IEC 14496-3, table 1.18), without those that Opus and players rarely have.
    public static let sampleRates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]

    /// The sample rates as text for messages.
    public static let sampleRateForm =
        "a sample rate: " + sampleRates.dropLast().map(String.init).joined(separator: ", ") + " or 96000"

    /// Parses one of the sample rates; returns `nil` for anything else.
    package static func sampleRate(_ text: String) -> Int? { Int(text).flatMap { sampleRates.contains($0) ? $0 : nil } }

    /// The valid bit rates, in bits per second.
    ///
    /// The maximum of 48 kHz stereo AAC is 6144 bits per channel and frame of 1024 samples
    /// (ISO/IEC 14496-3, 4.5.3.1).
    public static let bitrateRange = 16_000...512_000

    /// Creates the default: 48 kHz stereo.
    public init() {}
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
