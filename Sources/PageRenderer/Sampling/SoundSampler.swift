private import CGIO
internal import CPageClock
package import EngineLink
internal import Frames

/// Captures what a page plays while it is recorded.
///
/// A buffer arrives at the instant at which its first sample is heard, or up to a live stream's latency
/// later. In real time it is also late by the time that the page's threads need to be scheduled.
@MainActor
package final class SoundSampler {
    private let shared: SharedSound
    private var mixer = SoundMixer()
    /// Nanoseconds of the page's monotonic clock at the origin of its instants.
    private let origin: Int64
    private let originInstant: PageInstant
    /// How long the page's sound may be late.
    private let delay: Duration
    private let onSound: @MainActor (SoundRun) -> Void

    /// The maximum number of streams that are recorded at the same time.
    package static let mostStreams = Int(PAGE_SOUND_STREAMS)

    /// Prepares to capture; ``start(at:)`` begins.
    ///
    /// - Parameters:
    ///   - view: The page.
    ///   - onSound: Receives the sound in order.
    /// - Returns: `nil` if the page's sound does not reach this process.
    package init?(of view: PageView, onSound: @escaping @MainActor (SoundRun) -> Void) {
        guard let shared = view.sound else { return nil }
        self.shared = shared
        self.onSound = onSound
        if let clock = view.clock {
            delay = SoundQueue.virtualDelay
            originInstant = clock.instant
            origin = clock.instant.microseconds * 1000
        } else {
            delay = SoundQueue.realDelay
            // CLOCK_MONOTONIC, in microseconds (GLib).
            originInstant = .realNow
            origin = Int64(g_get_monotonic_time()) * 1000
        }
    }

    /// When the page was first and last heard, also outside of the recording; `nil` if it was not.
    package private(set) var heard: ClosedRange<PageInstant>?
    /// The number of streams that have sounded.
    package var streams: Int { shared.streams }
    /// The number of streams that are heard in the recording.
    package var heardStreams: Int { mixer.heardStreams.count }
    /// The number of streams that are missing, because too many sounded at the same time.
    package var refusedStreams: Int { shared.refusedStreams }
    /// Whether some sound is missing, because it came too late or could not be read in time.
    package var hasLostSound: Bool { shared.lostBlocks > 0 || mixer.lateSamples > 0 }

    /// Starts the recording.
    package func start(at instant: PageInstant) { mixer.start(at: time(of: instant)) }

    /// Excludes the time from an instant on.
    package func pause(at instant: PageInstant) { mixer.pause(at: time(of: instant)) }

    /// Continues after a pause.
    package func resume(at instant: PageInstant) { mixer.resume(at: time(of: instant)) }

    /// Passes on the sound that is complete now.
    package func advance(to now: PageInstant) { pass(upTo: now.advanced(by: .zero - delay), now: now) }

    /// Passes on the rest of the sound.
    ///
    /// - Parameters:
    ///   - instant: When the recording ended.
    ///   - now: The page's time.
    package func finish(at instant: PageInstant, now: PageInstant) {
        mixer.pause(at: time(of: instant))
        pass(upTo: now, now: now)
    }

    private func pass(upTo instant: PageInstant, now: PageInstant) {
        _ = shared.collect()
        let blocks = shared.take()
        let time = time(of: now)
        for block in blocks where SoundMixer.isNear(block, time) { note(block) }
        mixer.add(blocks, now: time)
        for run in mixer.render(upTo: self.time(of: instant)) { onSound(run) }
    }

    /// Notes when a block is heard.
    private func note(_ block: SoundBlock) {
        guard let first = block.samples.firstIndex(where: { $0 != 0 }),
            let last = block.samples.lastIndex(where: { $0 != 0 })
        else { return }
        let start = instant(of: block, sample: first / 2)
        let end = instant(of: block, sample: last / 2 + 1)
        heard = min(heard?.lowerBound ?? start, start)...max(heard?.upperBound ?? end, end)
    }

    private func instant(of block: SoundBlock, sample: Int) -> PageInstant {
        let time = block.start + Int64(sample) * 1_000_000_000 / Int64(PAGE_SOUND_RATE)
        return originInstant.advanced(by: .nanoseconds(time - origin))
    }

    private func time(of instant: PageInstant) -> Int64 {
        origin + Int64(originInstant.duration(to: instant).wholeNanoseconds)
    }
}
