/// How sound is compressed.
enum SoundCodec: String {
    case aac, opus

    /// The name of libavcodec's encoder.
    var encoder: String { self == .aac ? "aac" : "libopus" }
    /// The codec's name for a person.
    var title: String { self == .aac ? "AAC" : "Opus" }
}
