package import Decoder
package import Files
package import Frames
import LibAV

/// How a page's own sound is recorded.
public struct PageSoundSettings: Sendable, Equatable {
    /// Whether the video has a sound track for the page.
    public enum Mode: String, Sendable, CaseIterable {
        /// If the page sounds while it is recorded.
        case auto
        /// Always.
        case on
        /// Never.
        case off
    }

    /// How the page and a soundtrack share the video's sound tracks.
    public enum Tracks: String, Sendable, CaseIterable {
        /// One track with both.
        case mixed
        /// A track called Page, and a track called Soundtrack.
        case separate
    }

    /// Whether the video has a sound track for the page (default: if the page sounds).
    public var mode = Mode.auto
    /// The gain of every sample, from 0 to 10 (default: 1, unchanged).
    public var volume = 1.0
    /// Whether the soundtrack is turned down while the page sounds (default: false).
    public var ducksSoundtrack = false
    /// The sound tracks (default: mixed).
    public var tracks = Tracks.mixed

    /// Creates default settings.
    public init() {}

    /// Whether anything of the page's sound can be heard.
    public var isRecorded: Bool { mode != .off && volume > 0 }
}

/// A sound track of a recording: what the page plays, a soundtrack, or both.
package struct PageSound: MovieSound {
    /// What a track contains.
    package enum Part: Sendable {
        /// The page and the soundtrack, added up.
        case all
        /// The page alone.
        case page
        /// The soundtrack alone.
        case soundtrack
    }

    /// The page's sound, which arrives while the movie is written.
    package let queue: SoundQueue
    /// The soundtrack under it; `nil` if the page sounds alone.
    package let soundtrack: Soundtrack?
    /// How the page's sound is mixed.
    package let settings: PageSoundSettings
    /// What the track contains.
    package let part: Part
    /// How many samples the track is at least behind the frames.
    package let delay: Int

    /// Describes the sound tracks of a recording; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - queue: The page's sound.
    ///   - soundtrack: The soundtrack; `nil` if the page sounds alone.
    ///   - delay: How many samples the tracks are at least behind the frames. Sound that arrives later is waited
    ///     for.
    package static func tracks(
        _ queue: SoundQueue, soundtrack: Soundtrack?, settings: PageSoundSettings, delay: Int
    ) -> [PageSound] {
        func track(_ part: Part, _ soundtrack: Soundtrack?) -> PageSound {
            PageSound(queue: queue, soundtrack: soundtrack, settings: settings, part: part, delay: delay)
        }
        switch settings.tracks {
        case .mixed: return [track(.all, soundtrack)]
        case .separate: return [track(.page, nil)] + (soundtrack.map { [track(.soundtrack, $0)] } ?? [])
        }
    }

    package var name: String {
        let page: String? = part == .soundtrack ? nil : "page"
        return [page, soundtrack?.name].compactMap(\.self).joined(separator: " and ")
    }

    package var title: String? {
        switch part {
        case .all: nil
        case .page: "Page"
        case .soundtrack: "Soundtrack"
        }
    }

    package var isOptional: Bool { soundtrack == nil && settings.mode == .auto }

    package func makeRenderer() throws(FileError) -> any MovieSoundRenderer { try PageSoundRenderer(self) }
}

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
