import Encoder
import Glibc

/// The loudness of a sound as it goes on, in decibels of full scale.
///
/// The mean power of both channels over about ten milliseconds: long enough
/// that low tones have one level, not one for each swing. Its state goes on
/// from sample to sample, so that it does not matter how many come at a time.
struct LevelMeter {
    /// The level that stands for silence.
    static let silence = -200.0
    /// What is left of a power from one sample to the next.
    private static let decay = exp(-1.0 / 480)

    private var power = 0.0

    /// Takes the next sample.
    ///
    /// - Returns: The level, where a square wave of full scale has 0.
    mutating func level(after left: Float, _ right: Float) -> Double {
        let now = (Double(left) * Double(left) + Double(right) * Double(right)) / 2
        power = now + (power - now) * Self.decay
        return power > 1e-20 ? 10 * log10(power) : Self.silence
    }
}
