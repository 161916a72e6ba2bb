import Decoder
import Files
import Frames
import LibAV

/// Renders the sound of a page, mixed with a soundtrack.
///
/// From the page's first sound on, a limiter keeps the sum within full scale. It does not change
/// sums that are. Used on the encoder's thread only.
final class PageSoundRenderer: MovieSoundRenderer {
    private(set) var position = 0

    private let queue: SoundQueue
    private let soundtrack: SoundRenderer?
    private let volume: Float
    private let delay: Int
    private var limiter: SoundFilter?
    /// What the page plays, as far as it is mixed.
    private var meter: SoundMeter?
    /// The number of mixed samples, some of which the limiter holds back.
    private var mixed = 0
    private var hasEnded = false
    /// Limited sound that is not yet rendered.
    private var ready = SoundChunk()

    /// libavfilter's limiter, which looks 5 ms ahead and compensates that delay.
    ///
    /// Without `level=0` it would raise everything to full scale.
    private static let limiter = "alimiter=limit=1:level=0:latency=1"
    /// Samples that are mixed at once for the limiter, which looks as far ahead.
    private static let step = 240
    /// How many samples may be mixed before they are rendered.
    private static let lead = 4 * step

    init(_ sound: PageSound) throws(FileError) {
        queue = sound.queue
        volume = Float(sound.settings.volume)
        delay = sound.delay
        soundtrack = try sound.soundtrack.map { soundtrack throws(FileError) in try SoundRenderer(soundtrack) }
    }

    var loops: Int { soundtrack?.loops ?? 0 }
    var page: PageSoundSummary? { meter?.summary }

    func sounds(before position: Int) -> Bool { queue.firstSample.map { $0 < position } ?? false }

    func firmSamples(ofAtLeast total: Int) -> Int {
        max(0, min(total - delay, soundtrack?.firmSamples(ofAtLeast: total) ?? total) - Self.lead)
    }

    func render(_ count: Int, total: Int?) throws(FileError) -> SoundChunk {
        while ready.count < count {
            guard let limiter else {
                try mix(count - ready.count, total: total)
                continue
            }
            if let chunk = try attempt("Limiting the sound", try limiter.receive()) {
                ready.append(chunk)
            } else if mixed < total ?? .max {
                try mix(min(Self.step, (total ?? .max) - mixed), total: total)
            } else if !hasEnded {
                hasEnded = true
                try attempt("Limiting the end of the sound", try limiter.sendEnd())
            } else {
                ready.fit(to: count)
            }
        }
        position += count
        return ready.takeFirst(count)
    }

    /// Mixes the next samples, and passes them to the limiter once the page sounds.
    private func mix(_ count: Int, total: Int?) throws(FileError) {
        let page = takePage(mixed..<mixed + count)
        var chunk = try soundtrack?.render(count, total: total) ?? .silence(count)
        mixed += count
        if let page {
            if limiter == nil {
                try FFmpeg.loadFilters()
                limiter = try attempt("Preparing the limiter", try SoundFilter(Self.limiter))
                meter = try SoundMeter(from: mixed - count)
            }
            for place in 0..<count {
                chunk.left[place] += page.left[place]
                chunk.right[place] += page.right[place]
            }
        }
        guard let limiter else { return ready.append(chunk) }
        try meter?.add(page ?? .silence(count))
        try attempt("Limiting the sound", try limiter.send(chunk))
    }

    /// Returns what the page plays in a range; `nil` if that is silence.
    private func takePage(_ range: Range<Int>) -> SoundChunk? {
        let runs = queue.runs(upTo: range.upperBound).filter { $0.end > range.lowerBound }
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
