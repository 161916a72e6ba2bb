import Encoder
import Files

/// A part of a timeline's sound, for a movie.
struct TimelineSound: MovieSound {
    /// Whose sounds are mixed.
    let plan: TimelinePlan
    /// The movie's samples of the timeline.
    let range: Range<Int>
    let bitrate: Int

    var name: String { "timeline" }

    func makeRenderer() throws(FileError) -> any MovieSoundRenderer { try TimelineMixer(plan, range: range) }
}
