import Glibc
import LibAV

/// The gain of each sample of a sound, from its gain, volume keys and fades.
struct GainCurve {
    /// The sound.
    let sound: PlannedSound

    /// The gain at a sample, counted from the sound's first.
    func factor(at sample: Int) -> Double {
        sound.gain * volume(at: sample) * Self.factor(of: sound.fadeIn, at: sample)
            * Self.factor(of: sound.fadeOut, at: sound.samples.count - 1 - sample)
    }

    /// Multiplies samples by their gains.
    ///
    /// - Parameters:
    ///   - chunk: Consecutive samples of the sound.
    ///   - start: The index of the first sample, counted from the sound's first.
    func apply(to chunk: inout SoundChunk, at start: Int) {
        for index in 0..<chunk.count {
            let factor = Float(factor(at: start + index))
            guard factor != 1 else { continue }
            chunk.left[index] *= factor
            chunk.right[index] *= factor
        }
    }

    /// The gain from the volume keys.
    ///
    /// Interpolated linearly between keys; constant before the first and after the last.
    private func volume(at sample: Int) -> Double {
        let keys = sound.volumeKeys
        guard let first = keys.first, let last = keys.last else { return 1 }
        if sample <= first.sample { return first.gain }
        if sample >= last.sample { return last.gain }
        var (low, high) = (0, keys.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if keys[middle].sample <= sample { low = middle } else { high = middle }
        }
        let (from, to) = (keys[low], keys[high])
        let part = Double(sample - from.sample) / Double(to.sample - from.sample)
        return from.gain + (to.gain - from.gain) * part
    }

    /// The gain of a fade at a distance from its silent end.
    ///
    /// The first sample is silent and the last has full gain, so that a fade-out and a fade-in over
    /// the same samples mirror each other exactly: the squares of two equal-power fades add up to
    /// one at every sample.
    private static func factor(of fade: PlannedSound.Fade, at distance: Int) -> Double {
        guard distance < fade.samples else { return 1 }
        let part = Double(distance) / Double(max(1, fade.samples - 1))
        switch fade.curve {
        case .equalPower: return sin(part * .pi / 2)
        case .linear: return part
        case .quartic: return part * part * part * part
        }
    }
}
