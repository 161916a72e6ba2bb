package import CLibAV
import Frames
package import LibAV

/// How a stream counts time.
package struct StreamTiming {
    /// Where the file begins, as the stream counts it.
    package let start: Int64
    private let base: AVRational
    /// What times are rounded by in the file.
    private let tolerance: Int64

    package init(of stream: UnsafePointer<AVStream>, in input: borrowing InputFormat) {
        base = stream.pointee.time_base
        start = input.startTime(of: stream)
        // Files round each picture's time to their own unit, up or down, and
        // the timeline rounds down; but where a unit is longer than a
        // thousandth of a second it is no rounding.
        let unit = 1_000_000_000 * Int64(base.num) / Int64(max(1, base.den))
        tolerance = min(unit / 2, 500_000) + 1
    }

    /// The stream's count of a moment of the file.
    package func ticks(at time: Duration) -> Int64 {
        start
            + av_rescale_q_rnd(
                Int64(time.wholeNanoseconds) + tolerance, AVRational(num: 1, den: 1_000_000_000), base,
                AV_ROUND_DOWN)
    }

    /// How long some of the stream's units are.
    package func duration(ofTicks ticks: Int64) -> Duration {
        .nanoseconds(av_rescale_q(ticks, base, AVRational(num: 1, den: 1_000_000_000)))
    }

    /// How many of the stream's units a second has.
    package var ticksPerSecond: Int64 { max(1, Int64(base.den) / Int64(max(1, base.num))) }
}
