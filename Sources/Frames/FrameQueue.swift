private import Dispatch
import Synchronization

/// A picture of the page's visible area and its place in the video.
///
/// If the page did not change, a frame has the *same* buffer as the previous one, so that nothing
/// downstream copies or converts the picture again.
public struct Frame: Sendable {
    /// The index in the video, from 0.
    ///
    /// The presentation time is ``FrameRate/time(ofFrame:)`` of this index.
    public let index: Int
    /// The picture; it must not be modified anymore.
    public let pixels: PixelBuffer
    /// How the picture differs from an earlier one; `nil` if that is unknown.
    package let changes: PictureChanges?

    /// Places a picture in the video.
    public init(index: Int, pixels: PixelBuffer) {
        self.init(index: index, pixels: pixels, changes: nil)
    }

    /// Places a picture in the video, of which a part may be known already.
    package init(index: Int, pixels: PixelBuffer, changes: PictureChanges?) {
        self.index = index
        self.pixels = pixels
        self.changes = changes
    }
}

/// How a picture differs from an earlier one.
package struct PictureChanges: Sendable {
    /// The earlier picture's ``PixelBuffer/id``; its memory may have other pixels by now.
    package let base: Int
    /// The rows that may differ, within the picture; all others are the same.
    package let rows: RangeSet<Int>

    /// Describes a difference.
    package init(from base: Int, in rows: RangeSet<Int>) {
        self.base = base
        self.rows = rows
    }
}

/// A destination of frames; one task at a time appends them in order.
public protocol FrameSink: AnyObject, Sendable {
    /// Appends a frame, unless there is no room or the sink is finished.
    ///
    /// - Returns: Whether the sink accepted the frame.
    func offer(_ frame: Frame) -> Bool
    /// Waits for room.
    ///
    /// - Returns: Whether there is room; `false` once the sink is finished.
    func waitForRoom() async -> Bool
    /// Accepts no more frames.
    func finish()
}

extension FrameSink {
    /// Appends a frame once there is room; a finished sink drops it.
    public func send(_ frame: Frame) async {
        while await waitForRoom() {
            if offer(frame) { return }
        }
    }
}

/// A bounded queue between the sampler and the encoder.
///
/// Any thread may append frames; one task or thread reads them. A full queue rejects a frame, as
/// real time requires: the sampler counts it as missed, and the previous frame fills its place.
public final class FrameQueue: FrameSink, AsyncSequence {
    /// The queue's elements.
    public typealias Element = Frame
    /// Reading never fails.
    public typealias Failure = Never

    /// The maximum number of waiting frames.
    public let capacity: Int

    private struct State {
        var waiting: [Frame] = []
        /// The task that waits for room.
        var producer: CheckedContinuation<Void, Never>?
        /// Passes the next frame, or the end, to the waiting reader.
        var reader: (@Sendable (Frame?) -> Void)?
        var isFinished = false
    }

    private let state = Mutex(State())
    private let onTake: (@Sendable () -> Void)?

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of waiting frames; positive.
    ///   - onTake: Called whenever the reader has taken a frame, on any thread.
    public init(capacity: Int, onTake: (@Sendable () -> Void)? = nil) {
        precondition(capacity > 0, "a queue without room can never pass a frame")
        self.capacity = capacity
        self.onTake = onTake
    }

    /// Creates the queue for a pool's pictures.
    ///
    /// The encoder and the sampler each hold a picture and the one before it; all others may wait.
    ///
    /// - Parameter pool: A pool of at least 5 buffers.
    public convenience init(of pool: PixelBufferPool) {
        self.init(capacity: Self.capacity(forPoolOf: pool.capacity))
    }

    /// The maximum number of waiting frames for a pool with this many pictures.
    package static func capacity(forPoolOf pictures: Int) -> Int { Swift.max(1, pictures - 4) }

    /// Whether the sequence ends after the waiting frames.
    package var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Appends a frame, unless the queue is full or finished.
    ///
    /// - Returns: Whether the queue accepted the frame.
    public func offer(_ frame: Frame) -> Bool {
        let (taken, reader) = state.withLock { state -> (Bool, (@Sendable (Frame?) -> Void)?) in
            guard !state.isFinished else { return (false, nil) }
            if let reader = state.reader {
                state.reader = nil
                return (true, reader)
            }
            guard state.waiting.count < capacity else { return (false, nil) }
            state.waiting.append(frame)
            return (true, nil)
        }
        if let reader {
            onTake?()
            reader(frame)
        }
        return taken
    }

    /// Waits for room; one task at a time.
    ///
    /// - Returns: Whether there is room; `false` once the queue is finished.
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

    /// Ends the queue once the waiting frames have been read.
    public func finish() {
        let (reader, producer) = state.withLock { state in
            state.isFinished = true
            defer { (state.reader, state.producer) = (nil, nil) }
            return (state.reader, state.producer)
        }
        reader?(nil)
        producer?.resume()
    }

    /// Ends the queue and drops the waiting frames.
    public func discard() {
        state.withLock { $0.waiting.removeAll() }
        finish()
    }

    // MARK: Reading

    /// Takes the first waiting frame; `nil` if none waits.
    package func take() -> Frame? {
        let (frame, producer) = state.withLock { state -> (Frame?, CheckedContinuation<Void, Never>?) in
            guard !state.waiting.isEmpty else { return (nil, nil) }
            defer { state.producer = nil }
            return (state.waiting.removeFirst(), state.producer)
        }
        producer?.resume()
        if frame != nil { onTake?() }
        return frame
    }

    /// Drops the first waiting frame.
    ///
    /// Its picture is back in its pool before there is room for another one.
    package func dropFirst() {
        let (isDropped, producer) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            guard !state.waiting.isEmpty else { return (false, nil) }
            defer { state.producer = nil }
            state.waiting.removeFirst()
            return (true, state.producer)
        }
        producer?.resume()
        if isDropped { onTake?() }
    }

    /// Blocks the thread until the next frame arrives; `nil` at the queue's end.
    package func waitForFrame() -> Frame? {
        if let frame = take() { return frame }
        let hasCome = DispatchSemaphore(value: 0)
        // Written before the signal, read after it.
        nonisolated(unsafe) var next: Frame?
        read { frame in
            unsafe next = frame
            hasCome.signal()
        }
        hasCome.wait()
        return unsafe next
    }

    /// Starts reading; only one reader at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(queue: self) }

    /// Reads frames in the order in which they were appended.
    public struct Iterator: AsyncIteratorProtocol {
        let queue: FrameQueue

        /// Waits for the next frame; `nil` at the queue's end.
        public func next() async -> Frame? {
            await withCheckedContinuation { continuation in queue.read { continuation.resume(returning: $0) } }
        }
    }

    /// Passes on the next frame or the end, now if available, or else later.
    private func read(_ handOver: @escaping @Sendable (Frame?) -> Void) {
        if let frame = take() { return handOver(frame) }
        let isOver = state.withLock { state -> Bool? in
            guard state.waiting.isEmpty else { return false }
            if state.isFinished { return true }
            precondition(state.reader == nil, "a frame queue has one reader")
            state.reader = handOver
            return nil
        }
        guard let isOver else { return }
        isOver ? handOver(nil) : read(handOver)
    }
}
