import Synchronization

/// The sound of a page on its way to the encoder: runs of samples, with silence between them.
///
/// Any thread may append, and each sound track reads with its own ``Reader``. The encoder reads at
/// most a few seconds behind the page, so more than a minute that waits is an error.
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
        /// Up to where each reader has read.
        var positions: [ObjectIdentifier: Int] = [:]
    }

    /// Reads a queue from its beginning.
    ///
    /// The queue keeps what any of its readers has not read. Use from one thread at a time.
    package final class Reader {
        private let queue: SoundQueue

        /// Starts to read; nothing may have been read before.
        package init(_ queue: SoundQueue) {
            self.queue = queue
            queue.state.withLock { $0.positions[ObjectIdentifier(self)] = 0 }
        }

        deinit { _ = queue.state.withLock { $0.positions.removeValue(forKey: ObjectIdentifier(self)) } }

        /// Returns the runs that begin before a position and end after the previous one, in order.
        ///
        /// - Parameter position: At least the previous one.
        package func runs(upTo position: Int) -> [Run] {
            queue.state.withLock { state in
                let before = state.positions.updateValue(position, forKey: ObjectIdentifier(self)) ?? 0
                let runs = state.waiting.prefix { $0.position < position }.filter { $0.end > before }
                let end = state.positions.values.min() ?? 0
                let read = state.waiting.prefix { $0.end <= end }
                state.size -= read.reduce(0) { $0 + $1.samples.count }
                state.waiting.removeFirst(read.count)
                return runs
            }
        }
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

    /// The index up to which the sound has arrived.
    package var end: Int { state.withLock(\.end) }

    /// The maximum number of values that wait: a minute.
    private static let capacity = 60 * 48_000 * 2

    /// Appends a run, and silence before it.
    ///
    /// - Parameters:
    ///   - samples: Left and right in turn; empty to append silence alone.
    ///   - position: The index of the first sample.
    /// - Returns: Whether the run begins after the previous one, and there is room.
    package func append(_ samples: [Float], at position: Int) -> Bool {
        state.withLock { state in
            guard position >= state.end, state.size + samples.count <= Self.capacity else { return false }
            guard !samples.isEmpty else {
                state.end = position
                return true
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
}
