import CLibAV
import Frames

/// A part of a movie that begins and ends with whole pictures, and one picture
/// of it that stands for all.
///
/// All times are whole numbers of the unit in which the movie's stream of
/// pictures counts.
package struct Clip: Sendable {
    /// When the movie's first picture is shown, from which its time counts:
    /// in Matroska that is not 0 where there is sound.
    let origin: Int64
    /// When its first picture is shown.
    let start: Int64
    /// When its last picture gives way.
    let end: Int64
    /// When its still is shown.
    let still: Int64
    /// The picture at or before the first that can be decoded by itself.
    let keyframe: Int64
    /// The unit, in seconds.
    let unit: AVRational
    /// How many pictures it has.
    package let frames: Int
    /// Units a second in which a file's index is to count, so that the
    /// clip's length and the still's time are whole numbers of them, or as
    /// near as they can be.
    package let movieTimeScale: Int

    /// Where it begins in the movie.
    package var from: Duration { duration(start - origin) }
    /// How long it is.
    package var duration: Duration { duration(end - start) }
    /// When its still is, from its beginning.
    package var stillTime: Duration { duration(still - start) }
    /// When its still is, in the movie, in microseconds.
    package var stillMicroseconds: Int {
        Int(av_rescale_q(still, unit, AVRational(num: 1, den: 1_000_000)))
    }
    /// When its still is, from its beginning, in microseconds.
    package var stillMicrosecondsInClip: Int {
        Int(av_rescale_q(still - start, unit, AVRational(num: 1, den: 1_000_000)))
    }
    /// How long it is, in units of ``movieTimeScale``.
    package var movieTicks: Int { ticks(end - start) }
    /// When its still is, from its beginning, in units of ``movieTimeScale``.
    package var stillTicks: Int { ticks(still - start) }

    private func duration(_ time: Int64) -> Duration {
        .nanoseconds(av_rescale_q(time, unit, AVRational(num: 1, den: 1_000_000_000)))
    }

    private func ticks(_ time: Int64) -> Int {
        Int(av_rescale_q(time, unit, AVRational(num: 1, den: CInt(movieTimeScale))))
    }

    /// The first of some scales of which some times are whole numbers, or else
    /// the last.
    static func timeScale(for times: [Int64], unit: AVRational, among scales: [Int]) -> Int {
        let fitting = scales.first { scale in
            times.allSatisfy { time in
                let (ticks, overflow) = (time * Int64(unit.num)).multipliedReportingOverflow(by: Int64(scale))
                return !overflow && ticks % Int64(unit.den) == 0
            }
        }
        return fitting ?? scales.last ?? Int(unit.den)
    }
}
