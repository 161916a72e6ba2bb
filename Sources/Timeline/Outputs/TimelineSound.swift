import Encoder
import Files
import LibAV

/// The sound of a part of a timeline, for a movie.
struct TimelineSound: MovieSound {
    /// The timeline whose sounds are mixed.
    let plan: TimelinePlan
    /// The movie's range of the timeline's samples.
    let range: Range<Int>
    let bitrate: Int
    let encoding: SoundEncoding

    var name: String { "timeline" }

    func makeRenderer() throws(FileError) -> any MovieSoundRenderer { try TimelineMixer(plan, range: range) }
}
