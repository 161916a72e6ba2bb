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
    /// The titles of separate tracks.
    private let tracks: [String]
    /// What the page played.
    @Nullable private var page: Page?

    private struct Page: Encodable {
        /// The number of elements and contexts that sound.
        let streams: Int
        let start: Double
        let end: Double
        let peak: Double
        @Nullable var loudness: Double?

        init(_ page: HeardSound, streams: Int) {
            let heard = HeardSoundJSON(page)
            self.streams = streams
            (start, end, peak, loudness) = (heard.start, heard.end, heard.peak, heard.loudness)
        }
    }

    /// Describes a sound.
    ///
    /// - Parameters:
    ///   - soundtrack: The soundtrack's path.
    ///   - pageStreams: How many things on the page sound.
    init(_ sound: SoundSummary, soundtrack: String?, pageStreams: Int = 0) {
        file = soundtrack
        codec = sound.codec
        (sampleRate, channels) = (sound.sampleRate, sound.channels)
        (samples, loops) = (sound.samples, sound.loops)
        tracks = sound.titles
        page = sound.page.map { Page($0, streams: pageStreams) }
    }
}
