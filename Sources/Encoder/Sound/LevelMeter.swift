import Glibc

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
