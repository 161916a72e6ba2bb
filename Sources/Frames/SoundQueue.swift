import Synchronization

/// The sound of a page on its way to the encoder: runs of samples, with silence between them.
///
/// Any thread may append; one thread reads. The encoder reads at most a few seconds behind the
/// page, so more than a minute that waits is an error.
package final class SoundQueue: Sendable {
    /// Consecutive samples.
    package struct Run: Sendable {
        /// The index of the first sample, from the recording's start.
        package let position: Int
        /// The samples at 48 kHz, left and right in turn.
        package let samples: [Float]
        /// The index after the last sample.
        package var end: Int { position + samples.count / 2 }
    }

    private struct State {
        var waiting: [Run] = []
        var first: Int?
        var end = 0
        /// The number of values in `waiting`.
        var size = 0
    }

    private let state = Mutex(State())

    /// How long the engine waits on the virtual clock for sound that is late: the longest latency of
    /// a live stream in WebKit, with a margin.
    package static let virtualDelay = Duration.milliseconds(50)
    /// How long it waits in real time.
    package static let realDelay = Duration.milliseconds(500)

    /// Creates an empty queue.
    package init() {}

    /// The index of the first sample that is not silent; `nil` until one arrives.
    package var firstSample: Int? { state.withLock(\.first) }

    /// The maximum number of values that wait: a minute.
    private static let capacity = 60 * 48_000 * 2

    /// Appends a run.
    ///
    /// - Returns: Whether the run begins after the previous one, and there is room.
    package func append(_ samples: [Float], at position: Int) -> Bool {
        state.withLock { state in
            guard position >= state.end, !samples.isEmpty, state.size + samples.count <= Self.capacity else {
                return false
            }
            if state.first == nil, let first = samples.firstIndex(where: { $0 != 0 }) {
                state.first = position + first / 2
            }
            let run = Run(position: position, samples: samples)
            state.end = run.end
            state.waiting.append(run)
            state.size += samples.count
            return true
        }
    }

    /// Returns the runs that begin before a position, in order, and forgets those that end before it.
    package func runs(upTo position: Int) -> [Run] {
        state.withLock { state in
            let runs = Array(state.waiting.prefix { $0.position < position })
            let read = runs.prefix { $0.end <= position }
            state.size -= read.reduce(0) { $0 + $1.samples.count }
            state.waiting.removeFirst(read.count)
            return runs
        }
    }
}
