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
}
