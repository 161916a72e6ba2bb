package import Decoder
package import Files
package import Frames
internal import LibAV

/// The sound of a recorded page, mixed with a soundtrack.
package struct PageSound: MovieSound {
    /// The page's sound, which arrives while the movie is written.
    package let queue: SoundQueue
    /// The soundtrack under it; `nil` if the page sounds alone.
    package let soundtrack: Soundtrack?
    /// How the page's sound is mixed.
    package let settings: PageSoundSettings
    /// How many samples the page's sound may arrive after the frames at the same time.
    package let delay: Int

    /// Describes a sound; nothing is opened yet.
    package init(_ queue: SoundQueue, soundtrack: Soundtrack?, settings: PageSoundSettings, delay: Int) {
        self.queue = queue
        self.soundtrack = soundtrack
        self.settings = settings
        self.delay = delay
    }

    package var name: String { soundtrack.map { "page and \($0.name)" } ?? "page" }
    package var bitrate: Int { soundtrack?.bitrate ?? settings.bitrate }
    package var isOptional: Bool { soundtrack == nil && settings.mode == .auto }

    package func makeRenderer() throws(FileError) -> any MovieSoundRenderer { try PageSoundRenderer(self) }
}

/// Renders the sound of a page, mixed with a soundtrack.
///
/// Used on the encoder's thread only.
private final class PageSoundRenderer: MovieSoundRenderer {
    private(set) var position = 0

    private let queue: SoundQueue
    private let soundtrack: SoundRenderer?
    private let volume: Float
    private let delay: Int

    init(_ sound: PageSound) throws(FileError) {
        queue = sound.queue
        volume = Float(sound.settings.volume)
        delay = sound.delay
        soundtrack = try sound.soundtrack.map { soundtrack throws(FileError) in try SoundRenderer(soundtrack) }
    }

    var loops: Int { soundtrack?.loops ?? 0 }

    func sounds(before position: Int) -> Bool { queue.firstSample.map { $0 < position } ?? false }

    func firmSamples(ofAtLeast total: Int) -> Int {
        max(0, min(total - delay, soundtrack?.firmSamples(ofAtLeast: total) ?? total))
    }

    func render(_ count: Int, total: Int?) throws(FileError) -> SoundChunk {
        var chunk = try soundtrack?.render(count, total: total) ?? .silence(count)
        let range = position..<position + count
        for run in queue.runs(upTo: range.upperBound) where run.end > range.lowerBound {
            for place in range.clamped(to: run.position..<run.end) {
                let sample = 2 * (place - run.position)
                chunk.left[place - position] += run.samples[sample] * volume
                chunk.right[place - position] += run.samples[sample + 1] * volume
            }
        }
        position += count
        return chunk
    }
}
