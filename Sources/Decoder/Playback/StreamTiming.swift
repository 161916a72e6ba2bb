package import CLibAV
import Frames
package import LibAV

/// The time base of a stream, and conversions to and from it.
package struct StreamTiming {
    /// The time at which the file begins, in the stream's time base.
    package let start: Int64
    private let base: AVRational
    /// The rounding error of times in the file, in nanoseconds.
    private let tolerance: Int64

    package init(of stream: UnsafePointer<AVStream>, in input: borrowing InputFormat) {
        base = unsafe stream.pointee.time_base
        start = unsafe input.startTime(of: stream)
        // Files round presentation times to their time base, up or down, and the timeline
        // rounds down. Above a millisecond, a unit is no longer a rounding error.
        let unit = 1_000_000_000 * Int64(base.num) / Int64(max(1, base.den))
        tolerance = min(unit / 2, 500_000) + 1
    }

    /// Converts a time of the file to the stream's time base, rounding down.
    package func ticks(at time: Duration) -> Int64 {
        start
            + av_rescale_q_rnd(
                Int64(time.wholeNanoseconds) + tolerance, AVRational(num: 1, den: 1_000_000_000), base,
                AV_ROUND_DOWN)
    }

    /// Converts a duration from the stream's time base.
    package func duration(ofTicks ticks: Int64) -> Duration {
        .nanoseconds(av_rescale_q(ticks, base, AVRational(num: 1, den: 1_000_000_000)))
    }

    /// Units of the stream's time base per second.
    package var ticksPerSecond: Int64 { max(1, Int64(base.den) / Int64(max(1, base.num))) }
}
