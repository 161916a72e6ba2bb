import Encoder
import Glibc
import LibAV

/// Keeps a sound within its limit, and leaves alone what is.
///
/// It looks ahead: samples come out so many later than they went in, and are
/// turned down smoothly before a peak comes. Over a window of the same length
/// the smallest factor that is needed is held, then averaged, so that no
/// sample gets more than its own factor. Back up it goes exponentially.
struct Limiter {
    /// The largest sample that comes out: a quarter of a decibel is left for
    /// what encoders add.
    static let limit: Float = 0.97
    /// By how many samples the output is behind the input: five milliseconds.
    static let delay = 240
    /// Factors are whole numbers of this, whose sums have no rounding that
    /// could add up over hours.
    private static let one = 1 << 30
    /// The part of the way back that is gone in one sample, a tenth of a
    /// second in all.
    private static let release = 1 - exp(-1.0 / 4800)
    /// The least that is gone of the way back, so that it has an end.
    private static let leastStep = 1 << 12

    /// The samples that are yet to come out, in a ring.
    private var left = [Float](repeating: 0, count: delay + 1)
    private var right = [Float](repeating: 0, count: delay + 1)
    /// The factors whose mean is the next one, in a ring.
    private var factors = [Int](repeating: one, count: delay + 1)
    private var sum = one * (delay + 1)
    /// Factors that are needed, each with its sample, of which none before is
    /// larger: the first one is the window's smallest.
    private var window: [(sample: Int, factor: Int)] = []
    private var held = one
    private var position = 0

    /// Takes samples, and gives as many, which went in ``delay`` before.
    mutating func process(_ chunk: inout SoundChunk) {
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

    /// The smallest factor that any sample of the window needs.
    private mutating func smallestFactor(with needed: Int) -> Int {
        if let first = window.first, first.sample + Self.delay < position { window.removeFirst() }
        while let last = window.last, last.factor >= needed { window.removeLast() }
        window.append((position, needed))
        return window[0].factor
    }

    private static func limited(_ sample: Float, _ factor: Double) -> Float {
        // What rounding to single precision may add.
        min(max(Float(Double(sample) * factor), -limit), limit)
    }
}
