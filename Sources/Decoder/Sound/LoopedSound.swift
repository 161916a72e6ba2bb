package import Files
import Glibc
package import LibAV

/// A soundtrack that repeats without gaps.
///
/// Works at the file's sample rate, so passes join at exact samples. With a crossfade, the end
/// of each pass overlaps the start of the next at equal power. Memory holds only the crossfade
/// and one decoded chunk. Use from one thread at a time.
package final class LoopedSound {
    /// How often the soundtrack restarted.
    package private(set) var loops = 0

    /// What the file lacks, once it has been read to its end.
    private var damage: MediaDamage?
    /// What is said of its holes and overlaps then.
    private var placement: String?
    /// Whether the file does not say which samples its encoder has added.
    private var hasGap = false
    private let soundtrack: Soundtrack
    private var decoder: SoundtrackDecoder
    /// The last samples of this pass, held back in case it ends.
    private var held = SoundChunk()
    /// The end of the previous pass, mixed into the start of this one.
    private var tail = SoundChunk()
    /// Samples that were read but not used.
    private var returned = SoundChunk()
    /// The samples of a whole pass, without those that overlap the next one; 0 before the second pass.
    private var passLength = 0
    /// Samples of this pass decoded so far.
    private var position = 0
    /// The start and maximum length of each pass, in the file's samples.
    private let start: Int
    private let length: Int
    /// Samples to skip before this pass begins.
    private var toSkip: Int

    /// Opens the soundtrack at its first sample.
    ///
    /// - Parameters:
    ///   - soundtrack: The soundtrack.
    ///   - start: The sample of the file at which each pass begins.
    ///   - length: The maximum length of a pass in the file's samples (default: unlimited).
    package init(_ soundtrack: Soundtrack, start: Int = 0, length: Int = .max) throws(FileError) {
        self.soundtrack = soundtrack
        self.start = start
        self.length = length
        decoder = try soundtrack.makeDecoder(near: start)
        toSkip = start - decoder.position
    }

    /// Leaves out samples; what follows is what would have followed them.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file can no longer be read.
    func skip(_ count: Int) throws(FileError) {
        var rest = count
        while rest > 0 {
            let before = loops
            var chunk = try next()
            if before == 0, loops > 0 {
                // From the second pass on, all are the same.
                loops += rest / passLength
                rest %= passLength
            }
            rest -= chunk.takeFirst(rest).count
            returned = chunk
        }
    }

    /// Returns the next samples; the sound never ends.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file can no longer be read.
    package func next() throws(FileError) -> SoundChunk {
        if returned.count > 0 {
            defer { returned = SoundChunk() }
            return returned
        }
        while true {
            guard var chunk = try decode() else {
                try startOver()
                continue
            }
            if position < tail.count { mixTail(into: &chunk) }
            position += chunk.count
            guard soundtrack.crossfadeSamples > 0 else { return chunk }
            held.append(chunk)
            let ready = held.count - soundtrack.crossfadeSamples
            if ready > 0 { return held.takeFirst(ready) }
        }
    }

    /// Warnings about what was read so far, for the user.
    package var warnings: [String] {
        let damage = loops > 0 ? damage : decoder.damage(stated: soundtrack.statedLength)
        let missing = damage?.warning(of: soundtrack.settings.path, .repetition)
        var warnings = [missing ?? (loops > 0 ? placement : decoder.placementWarning)].compactMap(\.self)
        if hasGap {
            warnings.append(
                "The soundtrack '\(soundtrack.settings.path)' has a short gap where it repeats, because "
                    + "\(soundtrack.bounds.format) does not say how many samples the encoder has added. Use M4A, Ogg, Opus, "
                    + "FLAC or WAV (PCM) to repeat without a gap.")
        }
        return warnings
    }

    private func decode() throws(FileError) -> SoundChunk? {
        while position < length, var chunk = try decoder.next() {
            toSkip -= chunk.takeFirst(toSkip).count
            chunk.keepFirst(length - position)
            if chunk.count > 0 { return chunk }
        }
        return nil
    }

    private func startOver() throws(FileError) {
        // The file was long enough when opened, so it was truncated since.
        guard position > 0, position >= 2 * soundtrack.crossfadeSamples else {
            throw soundtrack.file.unreadable("became shorter while it was being read", cause: nil)
        }
        tail = held
        held = SoundChunk()
        passLength = position - soundtrack.crossfadeSamples
        position = 0
        if loops == 0 {
            (damage, placement) = (decoder.damage(stated: soundtrack.statedLength), decoder.placementWarning)
            // What a damaged file lacks at its end is said already, and a piece may end before the file does.
            let isPiece = passLength + soundtrack.crossfadeSamples >= length
            hasGap =
                switch soundtrack.bounds.added {
                case .known, .statedByPackets(true): damage == nil && !isPiece && isEndMissing
                case .unknown, .statedByPackets(false): start == 0 || !isPiece
                }
        }
        loops += 1
        decoder = try soundtrack.makeDecoder(near: start)
        toSkip = start - decoder.position
    }

    /// Whether the file does not say where the sound that was decoded ends, or says that it is longer.
    private var isEndMissing: Bool {
        if case .statedByPackets = soundtrack.bounds.added { return !decoder.statesEnd }
        return soundtrack.limit.map { decoder.position < $0 } ?? false
    }

    /// Fades the end of the previous pass out under the start of this one.
    private func mixTail(into chunk: inout SoundChunk) {
        for index in 0..<min(chunk.count, tail.count - position) {
            let place = position + index
            // Sine and cosine: their squares add up to one, so the power is constant.
            let angle = (Float(place) + 0.5) / Float(tail.count) * .pi / 2
            let (rising, falling) = (sinf(angle), cosf(angle))
            chunk.left[index] = chunk.left[index] * rising + tail.left[place] * falling
            chunk.right[index] = chunk.right[index] * rising + tail.right[place] * falling
        }
    }
}
