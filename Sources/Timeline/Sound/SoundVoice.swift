import Decoder
import Encoder
import Files
import LibAV

/// One sound of a timeline with its gain applied.
///
/// Used by one thread at a time.
final class SoundVoice {
    /// The planned sound.
    let sound: PlannedSound

    private let stream: any SampleStream
    private let gain: GainCurve
    /// Samples that were read but not yet returned.
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
            // A part without an explicit length, and a looping sound, are as long as the sound on the timeline.
            let played = Int((Double(sound.samples.count) * sound.speed).rounded())
            let piece = sound.loopCrossfade == nil ? sound.sourceSamples : nil
            stream = try ReversedStream(of: stream, count: piece ?? played)
        }
        if sound.speed != 1 { stream = TempoStream(of: stream, speed: sound.speed) }
        self.stream = stream
    }

    /// Reads the next samples; silence after the end of the source.
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
