import Synchronization

/// The sound of a page on its way to the encoder: runs of samples, with silence between them.
///
/// Any thread may append; one thread reads. The page's time limits how much sound waits.
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
    }

    private let state = Mutex(State())

    /// How long the engine waits on the virtual clock for sound that is late: the longest latency of
    /// a live stream in WebKit, with a margin.
    package static let virtualDelay = Duration.milliseconds(50)
    /// How long it waits in real time.
    package static let realDelay = Duration.milliseconds(500)

    /// Creates an empty queue.
    package init() {}

    /// The index of the first sample that is not silent; `nil` if there is none yet.
    package var firstSample: Int? { state.withLock(\.first) }

    /// Appends a run.
    ///
    /// - Returns: Whether the run begins after the previous one.
    package func append(_ samples: [Float], at position: Int) -> Bool {
        state.withLock { state in
            guard position >= state.end, !samples.isEmpty else { return false }
            if state.first == nil, let first = samples.firstIndex(where: { $0 != 0 }) {
                state.first = position + first / 2
            }
            let run = Run(position: position, samples: samples)
            state.end = run.end
            state.waiting.append(run)
            return true
        }
    }

    /// Returns the runs that begin before a position, in order, and forgets those that end before it.
    package func runs(upTo position: Int) -> [Run] {
        state.withLock { state in
            let runs = Array(state.waiting.prefix { $0.position < position })
            state.waiting.removeFirst(runs.prefix { $0.end <= position }.count)
            return runs
        }
    }
}
