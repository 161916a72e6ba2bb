import Composition
import Decoder
import Encoder
import Files
import Glibc
import LibAV

extension PlannedSound {
    /// Opens the sound's file at its first sample.
    ///
    /// - Parameter skip: Samples to leave out.
    /// - Throws: `FileError` as for ``SoundReader``, with the place where the file is named.
    func makeReader(skipping skip: Int = 0) throws(FileError) -> SoundReader {
        do throws(FileError) {
            return try SoundReader(
                path: path, start: start, count: sourceSamples, skip: skip, loopCrossfade: loopCrossfade,
                selection: SoundSelection(track: track.map { .number($0) }, channel: channel))
        } catch {
            throw error.at(origin)
        }
    }
}

/// A sound that is being mixed: its samples, its gain and its ducking.
///
/// Used by one thread at a time.
final class MixerChannel {
    private let sound: PlannedSound
    private let reader: SoundReader
    private let stream: any SampleStream
    private let processors: [any AudioProcessor]
    private var ducker: Ducker?
    private var hasBegun = false
    /// Samples that were read but not yet mixed.
    private var ready = SoundChunk()
    private var isAtEnd = false
    private var position = 0

    /// Opens a sound at one of its samples.
    ///
    /// - Parameters:
    ///   - sound: The sound.
    ///   - part: The samples to mix, counted from the sound's first.
    /// - Throws: `FileError` as for ``SoundReader``.
    init(_ sound: PlannedSound, part: Range<Int>) throws(FileError) {
        self.sound = sound
        processors = sound.processing.map { $0.object.makeProcessor(sampleRate: TimelinePlan.sampleRate) }
        ducker = sound.ducking.map { Ducker($0) }
        // A part without an explicit length, and a looping sound, are as long as the sound on the timeline.
        let played = Int((Double(sound.samples.count) * sound.speed).rounded())
        let piece = sound.loopCrossfade == nil ? sound.sourceSamples ?? played : played
        guard sound.speed == 1 else {
            // How a sound is stretched depends on all that was stretched before.
            reader = try sound.makeReader()
            let source: any SampleStream = sound.isReversed ? try ReversedStream(of: reader, count: piece) : reader
            stream = TempoStream(of: source, speed: sound.speed)
            while position < part.lowerBound { _ = try read(min(Self.blockSize, part.lowerBound - position)) }
            return
        }
        position = part.lowerBound
        if sound.isReversed {
            // Its end comes first.
            let (first, last) = (max(0, piece - part.upperBound), max(0, piece - part.lowerBound))
            reader = try sound.makeReader(skipping: first)
            stream = try ReversedStream(of: reader, count: last - first)
        } else {
            reader = try sound.makeReader(skipping: part.lowerBound)
            stream = reader
        }
    }

    /// The number of samples that are left out at a time.
    private static let blockSize = 4096

    /// Whether the sound is ducked under others.
    var isDucked: Bool { ducker != nil }

    /// The end of the sound on the timeline: the sample after its last.
    var end: Int { sound.samples.upperBound }

    /// Warnings about the sound's file so far, for the user, as sentences.
    var warnings: [String] { reader.warnings.map { $0.at(sound.origin) } }

    /// Finds out what is missing of a sound that was mixed to its end, for ``warnings``.
    ///
    /// - Throws: `FileError/Code/unreadableInput` if the file can no longer be read.
    func finish() throws(FileError) { try reader.lookForEnd() }

    /// Adds the sound's part of a block to the mix.
    ///
    /// - Parameters:
    ///   - mix: The mix of the block so far.
    ///   - block: The block's samples on the timeline; blocks are consecutive.
    ///   - levels: The other sounds' levels in decibels, one per sample; only used if this sound is ducked.
    func add(to mix: inout SoundChunk, of block: Range<Int>, levels: [Double]) throws(FileError) {
        let part = block.clamped(to: sound.samples)
        let chunk = try read(part.count)
        let offset = part.lowerBound - block.lowerBound
        if !hasBegun, let level = levels.dropFirst(offset).first { ducker?.settle(at: level) }
        hasBegun = true
        for index in 0..<chunk.count {
            let gain = Float(ducker?.gain(at: levels[offset + index]) ?? 1)
            mix.left[offset + index] += chunk.left[index] * gain
            mix.right[offset + index] += chunk.right[index] * gain
        }
    }

    /// Reads the next samples; silence after the end of the source.
    private func read(_ count: Int) throws(FileError) -> SoundChunk {
        while ready.count < count, !isAtEnd {
            if let chunk = try stream.next() { ready.append(chunk) } else { isAtEnd = true }
        }
        var chunk = ready.takeFirst(count)
        chunk.fit(to: count)
        for processor in processors {
            processor.process(&chunk, at: position)
            chunk.fit(to: count)
        }
        for index in 0..<chunk.count {
            let factor = Float(sound.factor(at: position + index))
            guard factor != 1 else { continue }
            chunk.left[index] *= factor
            chunk.right[index] *= factor
        }
        position += count
        return chunk
    }
}

// MARK: - Gain

extension PlannedSound {
    /// The gain at a sample, counted from the sound's first.
    func factor(at sample: Int) -> Double {
        gain * volume(at: sample) * fadeIn.factor(at: sample) * fadeOut.factor(at: samples.count - 1 - sample)
    }

    /// The gain from the volume keys.
    ///
    /// Interpolated linearly between keys; constant before the first and after the last.
    private func volume(at sample: Int) -> Double {
        let keys = volumeKeys
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
}

extension PlannedSound.Fade {
    /// The gain of a fade at a distance from its silent end.
    ///
    /// The first sample is silent and the last has full gain, so that a fade-out and a fade-in over the same samples
    /// mirror each other exactly: the squares of two equal-power fades add up to one at every sample.
    fileprivate func factor(at distance: Int) -> Double {
        guard distance < samples else { return 1 }
        let part = Double(distance) / Double(max(1, samples - 1))
        switch curve {
        case .equalPower: return sin(part * .pi / 2)
        case .linear: return part
        case .quartic: return part * part * part * part
        }
    }
}
