/// The audio codecs.
enum SoundCodec: String {
    case aac, opus

    /// The name of libavcodec's encoder.
    var encoder: String { self == .aac ? "aac" : "libopus" }
    /// The codec's name to show to people.
    var title: String { self == .aac ? "AAC" : "Opus" }
}
