import Encoder
import Frames
import Notation

/// A finished video's sound in JSON.
struct SoundJSON: Encodable {
    /// The soundtrack's file.
    @Nullable private var file: String?
    private let codec: String
    private let sampleRate: Int
    private let channels: Int
    private let samples: Int
    /// How many times the soundtrack started over.
    let loops: Int
    /// What the page played.
    @Nullable private var page: Page?

    private struct Page: Encodable {
        /// Seconds into the recording.
        let start: Double
        let end: Double
        /// In dB of full scale.
        let peak: Double
        /// In LUFS.
        @Nullable var loudness: Double?

        init(_ page: PageSoundSummary) {
            start = page.start.inSeconds
            end = page.end.inSeconds
            peak = (page.peak * 10).rounded() / 10
            loudness = page.loudness
        }
    }

    /// Describes a sound.
    ///
    /// - Parameter soundtrack: The soundtrack's path.
    init(_ sound: SoundSummary, soundtrack: String?) {
        file = soundtrack
        codec = sound.codec
        (sampleRate, channels) = (sound.sampleRate, sound.channels)
        (samples, loops) = (sound.samples, sound.loops)
        page = sound.page.map(Page.init)
    }
}
