import Frames
import Yams

/// A time of an OpenTimelineIO file.
struct InterchangeTime {
    /// The value, in units of 1/``rate`` s.
    let value: Double
    /// Units per second; positive.
    let rate: Double

    /// Creates a time.
    init(value: Double, rate: Double) {
        self.value = value
        self.rate = rate
    }

    /// Reads a `RationalTime`.
    init?(_ node: Node?) {
        guard let value = node?.member("value")?.text.flatMap(Double.init), value.isFinite, abs(value) < 1e12,
            let rate = node?.member("rate")?.text.flatMap(Double.init), rate.isFinite, rate > 0, rate < 1e9
        else { return nil }
        self.init(value: value, rate: rate)
    }

    /// The time from an origin to this time, in units of this time (default origin: 0).
    func counted(from origin: InterchangeTime?) -> InterchangeTime {
        guard let origin else { return self }
        return InterchangeTime(value: value - (origin.rate == rate ? origin.value : origin.seconds * rate), rate: rate)
    }

    /// The time some seconds later.
    func advanced(by seconds: Double) -> InterchangeTime {
        InterchangeTime(value: value + seconds * rate, rate: rate)
    }

    /// The time in seconds.
    var seconds: Double { value / rate }

    /// The time in frames of a rate.
    func frames(at frameRate: FrameRate) -> Double {
        // Other programs may round the rate to a few decimal places: 29.97.
        abs(rate / frameRate.framesPerSecond - 1) < 1e-4 ? value : seconds * frameRate.framesPerSecond
    }

    /// The time as descriptions state it: in frames if it is a whole number of them.
    func text(at frameRate: FrameRate) -> String {
        let frames = frames(at: frameRate)
        return abs(frames - frames.rounded()) < 1e-6 ? "\(Int(nearestTo: frames))f" : Self.text(seconds: seconds)
    }

    /// A time in seconds, to the nanosecond, as descriptions state it.
    static func text(seconds: Double) -> String {
        // What is longer than a year, descriptions refuse.
        let limited = seconds > 0 ? min(seconds, 1e9) : 0
        return Duration.nanoseconds(Int64((limited * 1e9).rounded())).exactText
    }
}

extension Int {
    /// The whole number nearest to a value of a file, at most 10¹⁵, which is beyond any timeline; 0 for no number.
    ///
    /// A file's times and speeds can multiply to more than an integer holds.
    init(nearestTo value: Double) {
        let limit = 1e15
        self = value.isNaN ? 0 : Int(Swift.min(limit, Swift.max(-limit, value)).rounded())
    }
}
