import Glibc

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
