import Encoder

/// A finished video's sound in JSON.
struct SoundJSON: Encodable {
    /// The soundtrack's file.
    private let file: String
    private let codec: String
    private let sampleRate: Int
    private let channels: Int
    private let samples: Int
    /// How many times the soundtrack started over.
    let loops: Int

    /// Describes a sound.
    ///
    /// - Parameter soundtrack: The soundtrack's path.
    init(_ sound: SoundSummary, soundtrack: String?) {
        file = soundtrack ?? ""
        codec = sound.codec
        (sampleRate, channels) = (sound.sampleRate, sound.channels)
        (samples, loops) = (sound.samples, sound.loops)
    }
}
