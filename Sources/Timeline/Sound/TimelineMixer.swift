import Decoder
import Encoder
public import Files
import Frames
public import LibAV

/// Mixes the sound of a timeline, or of a part of it.
///
/// All sounds are placed, ducked, added and limited. A part has exactly the samples that the whole
/// has in that range; for this, rendering begins as long before it as the limiter and the ducking
/// remember. Files are open only while their sounds play. Used by one thread at a time.
public final class TimelineMixer {
    /// The number of samples returned so far.
    public private(set) var position = 0

    /// The number of samples mixed at a time; the result does not depend on it.
    private static let blockSize = 1024

    private let plan: TimelinePlan
    /// Sounds that have not begun, in descending order of their beginning.
    private var waiting: [PlannedSound]
    private var channels: [MixerChannel] = []
    /// Warnings about sounds that have ended.
    private var endedWarnings: [String] = []
    private var meter = LevelMeter()
    private var limiter = Limiter()
    /// The next sample of the timeline to mix.
    private var mixed: Int
    /// The end of the blocks that are mixed for the range.
    private let end: Int
    /// Samples that were mixed but not yet returned or skipped.
    private var ready = SoundChunk()
    /// The number of mixed samples left to skip.
    private var toSkip: Int
    /// The position at which the range ends and silence begins.
    private let length: Int

    /// Opens a timeline's sound.
    ///
    /// - Parameters:
    ///   - plan: A timeline with any number of sounds.
    ///   - range: The samples of the timeline to return (default: all).
    /// - Throws: `FileError/Code/unreadableInput` or `FileError/Code/invalidSettings` for a
    ///   sound that cannot be used as planned.
    public init(_ plan: TimelinePlan, range: Range<Int>? = nil) throws(FileError) {
        let range = range ?? 0..<plan.sampleCount
        self.plan = plan
        length = range.count
        let first = max(0, range.lowerBound - Self.memory(of: plan)) / Self.blockSize * Self.blockSize
        mixed = first
        toSkip = range.lowerBound + Limiter.delay - first
        // The limiter looks ahead beyond the range.
        let blocks = (range.upperBound + Limiter.delay + Self.blockSize - 1) / Self.blockSize
        let end = blocks * Self.blockSize
        self.end = end
        let audible = plan.sounds.filter {
            !$0.samples.isEmpty && $0.samples.lowerBound <= end && $0.samples.upperBound > first
        }
        // Report unusable files before anything is written.
        for sound in audible { _ = try sound.makeReader() }
        waiting = audible.sorted { $0.samples.lowerBound > $1.samples.lowerBound }
    }

    /// Reads the next samples; silence after the end of the range.
    ///
    /// - Throws: `FileError/Code/unreadableInput` if a file can no longer be read.
    public func read(_ count: Int) throws(FileError) -> SoundChunk {
        let wanted = min(count, max(0, length - position))
        while ready.count < wanted {
            var block = try mixBlock()
            limiter.process(&block)
            toSkip -= block.takeFirst(toSkip).count
            ready.append(block)
        }
        var chunk = ready.takeFirst(wanted)
        chunk.fit(to: count)
        position += count
        return chunk
    }

    /// The number of samples before a part that have an effect on it.
    private static func memory(of plan: TimelinePlan) -> Int {
        // After 60 times its time constant, what a ducker remembers is less than the precision of its numbers.
        let slowest = plan.sounds.compactMap(\.ducking).map { max($0.attack, $0.release) }.max()
        return max(Limiter.memory, 60 * (slowest ?? 0))
    }

    /// Mixes the next block of the timeline; silence after its end.
    private func mixBlock() throws(FileError) -> SoundChunk {
        let block = mixed..<mixed + Self.blockSize
        while let next = waiting.last, next.samples.lowerBound < block.upperBound {
            let part = next.samples.clamped(to: block.lowerBound..<max(block.upperBound, end))
            let start = next.samples.lowerBound
            channels.append(
                try MixerChannel(next, part: part.lowerBound - start..<part.upperBound - start))
            waiting.removeLast()
        }
        var mix = SoundChunk.silence(block.count)
        for channel in channels where !channel.isDucked { try channel.add(to: &mix, of: block, levels: []) }
        if channels.contains(where: \.isDucked) || waiting.contains(where: { $0.ducking != nil }) {
            let levels = (0..<mix.count).map { meter.level(after: mix.left[$0], mix.right[$0]) }
            for channel in channels where channel.isDucked { try channel.add(to: &mix, of: block, levels: levels) }
        }
        for channel in channels where channel.end <= block.upperBound {
            try channel.finish()
            endedWarnings += channel.warnings
        }
        channels.removeAll { $0.end <= block.upperBound }
        mixed = block.upperBound
        return mix
    }
}

extension TimelineMixer: MovieSoundRenderer {
    package var loops: Int { 0 }

    package var warnings: [String] { endedWarnings + channels.flatMap(\.warnings) }

    package func firmSamples(ofAtLeast total: Int) -> Int { total }

    package func render(_ count: Int, total: Int?) throws(FileError) -> SoundChunk { try read(count) }
}
