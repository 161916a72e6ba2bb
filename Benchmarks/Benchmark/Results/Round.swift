import EngineLink
import Recorder

/// Everything measured of one page in one format, once.
struct Round {
    /// A recording by the built program.
    struct Recorded {
        /// What it took.
        let measurement: Measurement
        /// Frames of the video.
        let frames: Int
        /// Frames that repeat the one before.
        let repeated: Int
        /// What the bar codes say, if the page has them.
        let timeError: TimeError?
    }

    /// Recordings by their way.
    var recordings: [Way: Recorded] = [:]
    /// Painting alone, by rendering.
    var painting: [PageOptions.Rendering: Measurement] = [:]
    /// Encoding alone, by rendering.
    var encoding: [PageOptions.Rendering: EncodingMeter.Result] = [:]

    /// The floor of a rendering, if both halves were measured.
    func floor(_ rendering: PageOptions.Rendering, processors: Int) -> Floor? {
        guard let painted = painting[rendering], let encoded = encoding[rendering] else { return nil }
        return Floor(painting: painted[.frames], encoding: encoded.encoding, processors: processors)
    }
}
