import Decoder
import Encoder
import Files
import LibAV

/// One sound of a timeline with its own loudness, sample by sample.
///
/// Used by one thread at a time.
final class SoundVoice {
    /// How the sound was planned.
    let sound: PlannedSound

    private let stream: any SampleStream
    private let gain: GainCurve
    /// What was read and is yet to be given.
    private var ready = SoundChunk()
    private var isAtEnd = false
    private var position = 0

    /// Opens the sound at its first sample.
    ///
    /// - Throws: ``FileError`` as for ``SoundReader``.
    init(_ sound: PlannedSound) throws(FileError) {
        self.sound = sound
        gain = GainCurve(sound)
        var stream: any SampleStream = try SoundReader(
            path: sound.path, start: sound.start, count: sound.sourceSamples, loopCrossfade: sound.loopCrossfade)
        if sound.isReversed {
            // A piece that has no length of its own is as long as the sound,
            // and so is one that starts over.
            let played = Int((Double(sound.samples.count) * sound.speed).rounded())
            let piece = sound.loopCrossfade == nil ? sound.sourceSamples : nil
            stream = try ReversedStream(of: stream, count: piece ?? played)
        }
        if sound.speed != 1 { stream = TempoStream(of: stream, speed: sound.speed) }
        self.stream = stream
    }

    /// Gives the next samples; silence after the source's last.
    func read(_ count: Int) throws(FileError) -> SoundChunk {
        while ready.count < count, !isAtEnd {
            if let chunk = try stream.next() { ready.append(chunk) } else { isAtEnd = true }
        }
        var chunk = ready.takeFirst(count)
        if chunk.count < count { chunk.append(.silence(count - chunk.count)) }
        gain.apply(to: &chunk, at: position)
        position += count
        return chunk
    }
}
