package import Files
import Glibc
package import LibAV

/// A soundtrack that starts over each time it ends, without a gap.
///
/// Works in the file's own sample rate, so that the seam is a seam of
/// samples. With a crossfade, the end of each pass sounds together with the
/// beginning of the next, with equal power. Holds no more than the crossfade
/// and one decoded run in memory. Used by one thread at a time.
package final class LoopedSound {
    /// How often the soundtrack started over.
    package private(set) var loops = 0

    private let soundtrack: Soundtrack
    private var decoder: SoundtrackDecoder
    /// The last samples of this pass, held back because they may be its end.
    private var held = SoundChunk()
    /// The end of the pass before, which sounds under this one's beginning.
    private var tail = SoundChunk()
    /// Samples of this pass decoded so far.
    private var position = 0
    /// Where each pass begins and how long it is at most, in the file's samples.
    private let start: Int
    private let length: Int
    /// Samples that are yet to be passed over before this pass begins.
    private var toSkip: Int

    /// Starts at the soundtrack's first sample.
    ///
    /// - Parameters:
    ///   - start: The sample of the file at which each pass begins.
    ///   - length: How many of the file's samples a pass has at most.
    package init(_ soundtrack: Soundtrack, start: Int = 0, length: Int = .max) throws(FileError) {
        self.soundtrack = soundtrack
        self.start = start
        self.length = length
        toSkip = start
        decoder = try soundtrack.makeDecoder()
    }

    /// The next run of samples; there is always one.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file can no
    ///   longer be read.
    package func next() throws(FileError) -> SoundChunk {
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

    private func decode() throws(FileError) -> SoundChunk? {
        do throws(LibAVError) {
            while position < length, var chunk = try decoder.next() {
                toSkip -= chunk.takeFirst(toSkip).count
                chunk.keepFirst(length - position)
                if chunk.count > 0 { return chunk }
            }
            return nil
        } catch {
            throw soundtrack.file.unreadable("cannot be decoded to its end", cause: error)
        }
    }

    private func startOver() throws(FileError) {
        // The file was checked when it was opened; it was cut short since.
        guard position > 0, position >= 2 * soundtrack.crossfadeSamples else {
            throw soundtrack.file.unreadable("became shorter while it was being read", cause: nil)
        }
        tail = held
        held = SoundChunk()
        position = 0
        toSkip = start
        loops += 1
        decoder = try soundtrack.makeDecoder()
    }

    /// Lets the end of the pass before fade out under this one's beginning.
    private func mixTail(into chunk: inout SoundChunk) {
        for index in 0..<min(chunk.count, tail.count - position) {
            let place = position + index
            // Sine and cosine: their squares add up to one.
            let angle = (Float(place) + 0.5) / Float(tail.count) * .pi / 2
            let (rising, falling) = (sinf(angle), cosf(angle))
            chunk.left[index] = chunk.left[index] * rising + tail.left[place] * falling
            chunk.right[index] = chunk.right[index] * rising + tail.right[place] * falling
        }
    }
}
