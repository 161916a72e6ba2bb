import EngineLink
import Recorder

/// One measurement of a page in one format.
struct Round {
    /// A recording by the built program.
    struct Recorded {
        /// The time and memory that it used.
        let measurement: Measurement
        /// Frames of the video.
        let frames: Int
        /// Frames that repeat the one before.
        let repeated: Int
        /// The errors of the bar codes, if the page has any.
        let timeError: TimeError?
    }

    /// Recordings by clock and rendering.
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
