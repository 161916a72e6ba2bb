import CLibAV
package import Files

/// How a sound is stored.
public struct SoundEncoding: Sendable, Hashable {
    /// The codec (default: that of the file's format).
    public var codec: SoundCodec?
    /// Samples per second, one of ``sampleRates`` (default: 48 000).
    public var sampleRate = SoundFormat.movieSampleRate
    /// The number of channels: 1, the mean of left and right, or 2 (default: 2).
    public var channels = 2
    /// Bits per second, within ``bitrateRange`` (default: 160 000).
    public var bitrate = 160_000
    /// Whether the samples are stored unchanged, as 32-bit floating-point PCM; only Matroska files can (default: false).
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

/// The codecs of sound.
public enum SoundCodec: String, Sendable, CaseIterable {
    /// AAC (ISO/IEC 14496-3), which every player has.
    case aac
    /// Opus (RFC 6716), the codec of WebM.
    case opus
    /// MP3 (ISO/IEC 11172-3).
    case mp3
    /// FLAC (RFC 9639): lossless, with 24 bits per sample.
    case flac
    /// PCM: the samples, with 24 bits each.
    case pcm

    /// The codec's name to show to people.
    public var title: String {
        switch self {
        case .aac: "AAC"
        case .opus: "Opus"
        case .mp3: "MP3"
        case .flac: "FLAC"
        case .pcm: "PCM"
        }
    }

    /// The name of libavcodec's encoder.
    package var encoder: String {
        switch self {
        case .aac: "aac"
        case .opus: "libopus"
        case .mp3: "libmp3lame"
        case .flac: "flac"
        case .pcm: "pcm_s24le"
        }
    }

    /// Checks that libavcodec has the encoder.
    ///
    /// - Throws: ``FileError/Code/missingComponent``.
    package func requireEncoder() throws(FileError) {
        try FFmpeg.load()
        guard unsafe avcodec_find_encoder_by_name(encoder) == nil else { return }
        throw FFmpeg.missing("\(title) encoder (\(encoder))")
    }

    /// Explains why the codec cannot store sound in some way, and what would go; `nil` if it can.
    package func mismatch(with encoding: SoundEncoding) -> String? {
        let rates = SoundEncoding.bitrateRange
        guard rates.contains(encoding.bitrate) else {
            return "The sound bit rate \(encoding.bitrate) is out of range. Give bits per second, from "
                + "\(rates.lowerBound) to \(rates.upperBound)."
        }
        guard (1...2).contains(encoding.channels) else {
            return "The sound cannot have \(encoding.channels) channels, only 1 or 2."
        }
        guard !sampleRates.contains(encoding.sampleRate) else { return nil }
        return "\(title) has no sample rate of \(encoding.sampleRate) Hz, only "
            + "\(sampleRates.map(String.init).joined(separator: ", "))."
    }

    /// The sample rates that it can store; Opus's are those of RFC 6716, 2.
    private var sampleRates: [Int] {
        switch self {
        case .aac, .flac, .pcm: SoundEncoding.sampleRates
        case .mp3: SoundEncoding.sampleRates.filter { $0 <= 48_000 }
        case .opus: [8000, 12_000, 16_000, 24_000, 48_000]
        }
    }
}
