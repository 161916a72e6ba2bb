import Synchronization

/// The one bounded queue between the sampler and the encoder.
///
/// Any thread may offer; one task iterates. A full queue refuses the frame,
/// which is the real-time policy: its place in time is then filled by the
/// frame before it, and whoever offered it counts that.
public final class FrameQueue: FrameSink, AsyncSequence {
    /// What the queue passes on.
    public typealias Element = Frame
    /// Reading never fails; the queue only ends.
    public typealias Failure = Never

    /// The most frames that wait at once.
    public let capacity: Int

    private struct State {
        var waiting: [Frame] = []
        /// Who waits for room, until there is some.
        var producer: CheckedContinuation<Void, Never>?
        var consumer: CheckedContinuation<Frame?, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())
    private let onTake: (@Sendable () -> Void)?

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - capacity: The most frames that wait at once; positive.
    ///   - onTake: Called whenever the reader has taken a frame, on any thread.
    public init(capacity: Int, onTake: (@Sendable () -> Void)? = nil) {
        precondition(capacity > 0, "a queue without room can never pass a frame")
        self.capacity = capacity
        self.onTake = onTake
    }

    /// Makes the queue for a pool's pictures.
    ///
    /// The encoder holds a picture and the one before it, the sampler its last
    /// one and the one that it is filling; all others may wait.
    ///
    /// - Parameter pool: Of 5 buffers at least.
    public convenience init(of pool: PixelBufferPool) {
        self.init(capacity: Self.capacity(forPoolOf: pool.capacity))
    }

    /// How many frames may wait when there is memory for some pictures.
    package static func capacity(forPoolOf pictures: Int) -> Int { Swift.max(1, pictures - 4) }

    /// Whether the sequence ends after the frames that wait.
    package var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Adds a frame at the end, unless the queue is full or finished.
    ///
    /// - Returns: Whether the frame was taken.
    public func offer(_ frame: Frame) -> Bool {
        let (taken, consumer) = state.withLock { state -> (Bool, CheckedContinuation<Frame?, Never>?) in
            guard !state.isFinished else { return (false, nil) }
            if let consumer = state.consumer {
                state.consumer = nil
                return (true, consumer)
            }
            guard state.waiting.count < capacity else { return (false, nil) }
            state.waiting.append(frame)
            return (true, nil)
        }
        if let consumer {
            onTake?()
            consumer.resume(returning: frame)
        }
        return taken
    }

    /// Waits until a frame can be added.
    ///
    /// One task at a time may wait.
    ///
    /// - Returns: Whether one can; not once the queue has finished.
    public func waitForRoom() async -> Bool {
        while true {
            let (hasRoom, isFinished) = state.withLock { ($0.waiting.count < capacity, $0.isFinished) }
            if isFinished { return false }
            if hasRoom { return true }
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    guard state.waiting.count >= capacity, !state.isFinished else { return true }
                    precondition(state.producer == nil, "one task at a time waits for room in a frame queue")
                    state.producer = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        }
    }

    /// Ends the sequence once the frames that wait have been read.
    public func finish() {
        let (consumer, producer) = state.withLock { state in
            state.isFinished = true
            defer { (state.consumer, state.producer) = (nil, nil) }
            return (state.consumer, state.producer)
        }
        consumer?.resume(returning: nil)
        producer?.resume()
    }

    /// Ends the sequence and drops the frames that wait.
    public func discard() {
        state.withLock { $0.waiting.removeAll() }
        finish()
    }

    /// Starts reading; only one reader at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(queue: self) }

    /// Reads frames in the order in which they were offered.
    public struct Iterator: AsyncIteratorProtocol {
        let queue: FrameQueue

        /// Waits for the next frame; nothing once the queue has finished.
        public func next() async -> Frame? { await queue.next() }
    }

    private func next() async -> Frame? {
        await withCheckedContinuation { continuation in
            let (answer, producer) = state.withLock { state -> (Frame??, CheckedContinuation<Void, Never>?) in
                if !state.waiting.isEmpty {
                    defer { state.producer = nil }
                    return (.some(state.waiting.removeFirst()), state.producer)
                }
                if state.isFinished { return (.some(nil), nil) }
                precondition(state.consumer == nil, "a frame queue has one reader")
                state.consumer = continuation
                return (nil, nil)
            }
            producer?.resume()
            guard let answer else { return }
            if answer != nil { onTake?() }
            continuation.resume(returning: answer)
        }
    }
}
