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
