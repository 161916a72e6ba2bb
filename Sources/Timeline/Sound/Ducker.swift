import Glibc

/// Turns a sound down while others sound: a compressor whose level is theirs.
///
/// Above the threshold only one of so many decibels as the ratio says is left
/// of theirs; by the others this sound gets softer. The way there and back is
/// gone exponentially, in decibels: 63 % of it within the attack or release.
struct Ducker {
    private let threshold: Double
    private let share: Double
    private let attack: Double
    private let release: Double
    /// By how many decibels the sound is turned down now.
    private(set) var reduction = 0.0

    /// A ducker at rest.
    init(_ settings: PlannedSound.Ducking) {
        threshold = settings.threshold
        share = 1 - 1 / max(1, settings.ratio)
        attack = Self.step(settings.attack)
        release = Self.step(settings.release)
    }

    /// Takes a level for one that has long been there: a sound that begins
    /// among others begins turned down.
    mutating func settle(at level: Double) { reduction = target(at: level) }

    /// Moves on by one sample.
    ///
    /// - Parameter level: The others' level there, in decibels.
    /// - Returns: The factor of the sound's sample.
    mutating func gain(at level: Double) -> Double {
        let target = target(at: level)
        reduction += (target - reduction) * (target > reduction ? attack : release)
        // At rest again, and the sound as it is.
        if target == 0, reduction < 1e-4 { reduction = 0 }
        return reduction == 0 ? 1 : pow(10, -reduction / 20)
    }

    private func target(at level: Double) -> Double { max(0, level - threshold) * share }

    /// The part of the way that is gone in one sample.
    private static func step(_ samples: Int) -> Double { samples > 0 ? 1 - exp(-1 / Double(samples)) : 1 }
}
