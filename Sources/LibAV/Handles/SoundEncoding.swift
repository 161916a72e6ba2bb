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
