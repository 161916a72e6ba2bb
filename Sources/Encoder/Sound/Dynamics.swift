import Glibc
package import LibAV

/// A look-ahead peak limiter; sound within the limit passes unchanged.
///
/// The output is delayed, and the gain goes down smoothly before a peak arrives. The smallest
/// required gain is held over a window as long as the delay, then averaged, so that no sample
/// exceeds its own required gain. The gain recovers exponentially.
package struct Limiter {
    /// The largest output sample.
    ///
    /// It leaves a quarter of a decibel for overshoot that lossy encoders add.
    package static let limit: Float = 0.97
    /// The delay of the output, in samples: 5 ms.
    package static let delay = 240
    /// The number of samples after which the output no longer depends on what was before them.
    ///
    /// From silence to full gain, ``release`` takes 19,300 samples to where ``leastStep`` exceeds it, and that takes
    /// 4800 more. Then, or once the gain has met what a later peak requires, it is the same from any beginning.
    package static let memory = 48_000
    /// The fixed-point representation of a gain of 1.
    ///
    /// Integer sums have no rounding errors that could accumulate over hours.
    private static let one = 1 << 30
    /// The fraction of the remaining recovery per sample: a time constant of 0.1 s.
    private static let release = 1 - exp(-1.0 / 4800)
    /// The smallest step of the recovery, so that it ends.
    private static let leastStep = 1 << 12

    /// The delayed samples, in a ring buffer.
    private var left = [Float](repeating: 0, count: delay + 1)
    private var right = [Float](repeating: 0, count: delay + 1)
    /// The gains of the moving average, in a ring buffer.
    private var factors = [Int](repeating: one, count: delay + 1)
    private var sum = one * (delay + 1)
    /// The required gains in the window, with their samples, as a monotonic queue.
    ///
    /// No earlier entry is larger than a later one: the first is the window's minimum.
    private var window: [(sample: Int, factor: Int)] = []
    private var held = one
    private var position = 0

    /// Creates a limiter whose delay holds silence.
    package init() {}

    /// Limits samples in place; the output is ``delay`` samples behind the input.
    package mutating func process(_ chunk: inout SoundChunk) {
        for index in 0..<chunk.count {
            (chunk.left[index], chunk.right[index]) = next(chunk.left[index], chunk.right[index])
        }
    }

    private mutating func next(_ newLeft: Float, _ newRight: Float) -> (Float, Float) {
        let place = position % (Self.delay + 1)
        let peak = max(abs(newLeft), abs(newRight))
        let needed = peak > Self.limit ? Int(Double(Self.limit) / Double(peak) * Double(Self.one)) : Self.one
        let smallest = smallestFactor(with: needed)
        if smallest <= held {
            held = smallest
        } else {
            held = min(smallest, held + max(Self.leastStep, Int(Double(Self.one - held) * Self.release)))
        }
        sum += held - factors[place]
        factors[place] = held
        (left[place], right[place]) = (newLeft, newRight)
        position += 1
        let oldest = position % (Self.delay + 1)
        let factor = Double(sum) / Double(Self.one * (Self.delay + 1))
        guard factor != 1 else { return (left[oldest], right[oldest]) }
        return (Self.limited(left[oldest], factor), Self.limited(right[oldest], factor))
    }

    /// The smallest required gain in the window.
    private mutating func smallestFactor(with needed: Int) -> Int {
        if let first = window.first, first.sample + Self.delay < position { window.removeFirst() }
        while let last = window.last, last.factor >= needed { window.removeLast() }
        window.append((position, needed))
        return window[0].factor
    }

    private static func limited(_ sample: Float, _ factor: Double) -> Float {
        // Clamp what rounding to single precision may add.
        min(max(Float(Double(sample) * factor), -limit), limit)
    }
}

/// Turns a sound down while others play: a compressor with a side chain.
///
/// The excess of the other sounds' level over the threshold is divided by the ratio; this sound is
/// turned down by the difference. The reduction changes exponentially, in decibels, by 63 % within
/// the attack or release time.
package struct Ducker {
    private let threshold: Double
    private let share: Double
    private let attack: Double
    private let release: Double
    /// The current gain reduction, in decibels.
    package private(set) var reduction = 0.0

    /// Creates a ducker without reduction.
    package init(_ settings: Ducking) {
        threshold = settings.threshold
        share = 1 - 1 / max(1, settings.ratio)
        attack = Self.step(settings.attack)
        release = Self.step(settings.release)
    }

    /// Applies the full reduction for a level at once.
    ///
    /// A sound that begins while others play begins turned down.
    package mutating func settle(at level: Double) { reduction = target(at: level) }

    /// Advances by one sample.
    ///
    /// - Parameter level: The other sounds' level at the sample, in decibels.
    /// - Returns: The gain of the sample, as a linear factor.
    package mutating func gain(at level: Double) -> Double {
        let target = target(at: level)
        reduction += (target - reduction) * (target > reduction ? attack : release)
        // Reset, so that the sound is passed through unchanged again.
        if target == 0, reduction < 1e-4 { reduction = 0 }
        return reduction == 0 ? 1 : pow(10, -reduction / 20)
    }

    private func target(at level: Double) -> Double { max(0, level - threshold) * share }

    /// The fraction of the remaining change that is made per sample.
    private static func step(_ samples: Int) -> Double { samples > 0 ? 1 - exp(-1 / Double(samples)) : 1 }
}

/// How a sound is ducked under the others.
public struct Ducking: Sendable, Hashable {
    /// The level of the other sounds above which this one is turned down, in decibels.
    public var threshold = -26.0
    /// The compression ratio: decibels above the threshold for each that remains.
    public var ratio = 6.0
    /// The time constant with which the sound is turned down, in samples.
    public var attack = 960
    /// The time constant with which the sound recovers, in samples.
    public var release = 12_000

    /// Creates the default settings.
    public init() {}
}

/// Measures the level of a sound, in decibels of full scale (dBFS).
///
/// It averages the power of both channels over about 10 ms, long enough to give low tones a steady
/// level. The state carries over between calls, so that block sizes do not matter.
package struct LevelMeter {
    /// The level that stands for silence.
    package static let silence = -200.0
    /// The decay of the mean power per sample: a time constant of 480 samples, 10 ms at 48 kHz.
    private static let decay = exp(-1.0 / 480)

    private var power = 0.0

    /// Creates a meter after silence.
    package init() {}

    /// Measures the next sample.
    ///
    /// - Returns: The level in decibels; a full-scale square wave has 0.
    package mutating func level(after left: Float, _ right: Float) -> Double {
        let now = (Double(left) * Double(left) + Double(right) * Double(right)) / 2
        power = now + (power - now) * Self.decay
        return power > 1e-20 ? 10 * log10(power) : Self.silence
    }
}
