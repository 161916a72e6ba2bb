import Encoder
import Files
import LibAV

/// A sound that is being mixed: its samples and its ducking.
final class MixerChannel {
    private let voice: SoundVoice
    private var ducker: Ducker?
    private var hasBegun = false

    /// Opens a sound.
    ///
    /// - Throws: ``FileError`` as for ``SoundReader``.
    init(_ sound: PlannedSound) throws(FileError) {
        voice = try SoundVoice(sound)
        ducker = sound.ducking.map { Ducker($0) }
    }

    /// Whether the sound is ducked under others.
    var isDucked: Bool { ducker != nil }

    /// The end of the sound on the timeline: the sample after its last.
    var end: Int { voice.sound.samples.upperBound }

    /// Adds the sound's part of a block to the mix.
    ///
    /// - Parameters:
    ///   - mix: The mix of the block so far.
    ///   - block: The block's samples on the timeline; blocks are consecutive.
    ///   - levels: The other sounds' levels in decibels, one per sample; only used if this sound is
    ///     ducked.
    func add(to mix: inout SoundChunk, of block: Range<Int>, levels: [Double]) throws(FileError) {
        let part = block.clamped(to: voice.sound.samples)
        let chunk = try voice.read(part.count)
        let offset = part.lowerBound - block.lowerBound
        if !hasBegun, let level = levels.dropFirst(offset).first { ducker?.settle(at: level) }
        hasBegun = true
        for index in 0..<chunk.count {
            let gain = Float(ducker?.gain(at: levels[offset + index]) ?? 1)
            mix.left[offset + index] += chunk.left[index] * gain
            mix.right[offset + index] += chunk.right[index] * gain
        }
    }
}
