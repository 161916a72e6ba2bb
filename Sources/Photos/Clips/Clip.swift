import CLibAV
import Frames

/// A part of a movie, from one whole picture to another, and its still.
///
/// Times are in the time base of the movie's video stream.
package struct Clip: Sendable {
    /// The movie's first presentation time, from which its times count.
    ///
    /// Not 0 in a Matroska file with sound.
    let origin: Int64
    /// The first picture's presentation time.
    let start: Int64
    /// The time at which the last picture ends.
    let end: Int64
    /// The still's presentation time.
    let still: Int64
    /// The presentation time of the last keyframe at or before the first picture.
    let keyframe: Int64
    /// The time base, in seconds.
    let unit: AVRational
    /// The number of pictures.
    package let frames: Int
    /// The time scale for the index of the clip's file, in units per second.
    ///
    /// The clip's duration and the still's time are whole numbers in it, or as close as
    /// possible.
    package let movieTimeScale: Int

    /// The clip's start in the movie.
    package var from: Duration { .nanoseconds(scaled(start - origin, to: 1_000_000_000)) }
    /// The clip's duration.
    package var duration: Duration { .nanoseconds(scaled(end - start, to: 1_000_000_000)) }
    /// The still's time, from the clip's start.
    package var stillTime: Duration { .nanoseconds(scaled(still - start, to: 1_000_000_000)) }
    /// The still's time in the movie, in microseconds.
    package var stillMicroseconds: Int { scaled(still, to: 1_000_000) }
    /// The still's time from the clip's start, in microseconds.
    package var stillMicrosecondsInClip: Int { scaled(still - start, to: 1_000_000) }
    /// The clip's duration, in units of ``movieTimeScale``.
    package var movieTicks: Int { scaled(end - start, to: movieTimeScale) }
    /// The still's time from the clip's start, in units of ``movieTimeScale``.
    package var stillTicks: Int { scaled(still - start, to: movieTimeScale) }

    /// Converts a time to another scale, in units per second.
    private func scaled(_ time: Int64, to scale: Int) -> Int {
        Int(av_rescale_q(time, unit, AVRational(num: 1, den: CInt(scale))))
    }

    /// Returns the first scale in which all times are whole numbers, or else the last one.
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
