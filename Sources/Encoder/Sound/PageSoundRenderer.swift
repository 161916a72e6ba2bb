import Decoder
import Files
import Frames
import LibAV

/// Renders the sound of a page, a soundtrack, or their sum.
///
/// From the page's first sound on, a limiter keeps what contains it below full scale. Used on the encoder's
/// thread only.
final class PageSoundRenderer: MovieSoundRenderer {
    private(set) var position = 0

    private let queue: SoundQueue
    private let reader: SoundQueue.Reader
    private let part: PageSound.Part
    private let soundtrack: SoundRenderer?
    private let volume: Float
    private let delay: Int
    /// Turns the soundtrack down while the page sounds.
    private var ducker: Ducker?
    private var level = LevelMeter()
    private var limiter: Limiter?
    /// What the page plays, as far as it is mixed.
    private var meter: SoundMeter?
    /// The number of mixed samples, of which the limiter holds some back.
    private var mixed = 0
    /// The silence that the limiter returns first.
    private var toSkip = Limiter.delay
    /// Limited sound that is not yet rendered.
    private var ready = SoundChunk()

    /// Samples that are mixed at once for the limiter.
    private static let step = 240
    /// How many samples may be mixed before they are rendered.
    private static let lead = Limiter.delay + step

    init(_ sound: PageSound) throws(FileError) {
        queue = sound.queue
        reader = SoundQueue.Reader(sound.queue)
        part = sound.part
        volume = Float(sound.settings.volume)
        delay = sound.delay
        ducker = sound.settings.ducksSoundtrack ? Ducker(Ducking()) : nil
        soundtrack = try sound.soundtrack.map { soundtrack throws(FileError) in try SoundRenderer(soundtrack) }
    }

    var loops: Int { soundtrack?.loops ?? 0 }
    var warnings: [String] { soundtrack?.warnings ?? [] }
    var page: HeardSound? { meter?.summary }

    func sounds(before position: Int) -> Bool { queue.firstSample.map { $0 < position } ?? false }

    func firmSamples(ofAtLeast total: Int) -> Int {
        max(0, min(total - delay, queue.end, soundtrack?.firmSamples(ofAtLeast: total) ?? total) - Self.lead)
    }

    func render(_ count: Int, total: Int?) throws(FileError) -> SoundChunk {
        while ready.count < count {
            let wanted = limiter == nil ? count - ready.count : Self.step
            var chunk = try mix(min(wanted, (total ?? .max) - mixed), total: total)
            if limiter != nil {
                // After the movie's end, silence makes the limiter return what it holds back.
                chunk.fit(to: max(chunk.count, Self.step))
                limiter?.process(&chunk)
                toSkip -= chunk.takeFirst(toSkip).count
            }
            ready.append(chunk)
        }
        position += count
        return ready.takeFirst(count)
    }

    /// Mixes the next samples.
    private func mix(_ count: Int, total: Int?) throws(FileError) -> SoundChunk {
        guard count > 0 else { return SoundChunk() }
        var chunk = try soundtrack?.render(count, total: total) ?? .silence(count)
        let page = takePage(mixed..<mixed + count)
        if page != nil, limiter == nil, part != .soundtrack {
            limiter = Limiter()
            meter = try SoundMeter(from: mixed)
        }
        mixed += count
        try meter?.add(page ?? .silence(count))
        duck(&chunk, under: page)
        guard let page, part != .soundtrack else { return chunk }
        for place in 0..<count {
            chunk.left[place] += page.left[place]
            chunk.right[place] += page.right[place]
        }
        return chunk
    }

    private func duck(_ chunk: inout SoundChunk, under page: SoundChunk?) {
        guard ducker != nil else { return }
        for place in 0..<chunk.count {
            let loudness = level.level(after: page?.left[place] ?? 0, page?.right[place] ?? 0)
            let gain = Float(ducker?.gain(at: loudness) ?? 1)
            chunk.left[place] *= gain
            chunk.right[place] *= gain
        }
    }

    /// Returns what the page plays in a range; `nil` if that is silence.
    private func takePage(_ range: Range<Int>) -> SoundChunk? {
        let runs = reader.runs(upTo: range.upperBound)
        guard !runs.isEmpty else { return nil }
        var chunk = SoundChunk.silence(range.count)
        for run in runs {
            for place in range.clamped(to: run.position..<run.end) {
                let sample = 2 * (place - run.position)
                chunk.left[place - range.lowerBound] = run.samples[sample] * volume
                chunk.right[place - range.lowerBound] = run.samples[sample + 1] * volume
            }
        }
        return chunk
    }
}
