import LibAV

/// The audio codecs.
enum SoundCodec: String {
    case aac, opus
    /// Unchanged samples, in Matroska files only.
    case pcm

    /// The name of libavcodec's encoder.
    var encoder: String {
        switch self {
        case .aac: "aac"
        case .opus: "libopus"
        case .pcm: "pcm_f32le"
        }
    }

    /// The codec's name to show to people.
    var title: String {
        switch self {
        case .aac: "AAC"
        case .opus: "Opus"
        case .pcm: "PCM"
        }
    }

    /// Explains why the codec cannot store sound in some way, and what would go; `nil` if it can.
    func mismatch(with encoding: SoundEncoding) -> String? {
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
        case .aac, .pcm: SoundEncoding.sampleRates
        case .opus: [8000, 12_000, 16_000, 24_000, 48_000]
        }
    }
}
