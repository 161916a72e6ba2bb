package import Frames
private import Synchronization

/// The engine's end of the way of a frame: a bounded queue whose reader is in the
/// command's process.
///
/// A frame waits until the command says that the encoder has taken it, and its
/// slot is in use until the command releases it.
package final class FrameSender: FrameSink {
    private struct State {
        /// Frames that the encoder has not taken.
        var waiting = 0
        var isFinished = false
        /// Who waits for room, until there is some.
        var producer: CheckedContinuation<Void, Never>?
        /// The pictures that the command reads, by their slots.
        var held: [Int: PixelBuffer] = [:]
    }

    private let frames: SharedFrames
    private let capacity: Int
    private let socket: LinkSocket
    private let state = Mutex(State())

    /// Prepares to send pictures that are in shared memory.
    package init(_ frames: SharedFrames, over socket: LinkSocket) {
        self.frames = frames
        self.socket = socket
        capacity = FrameQueue.capacity(forPoolOf: frames.count)
    }

    package func offer(_ frame: Frame) -> Bool {
        guard let slot = frames.slot(of: frame.pixels) else { return false }
        return state.withLock { state in
            guard !state.isFinished, state.waiting < capacity else { return false }
            state.waiting += 1
            state.held[slot] = frame.pixels
            socket.send(.frame(index: Int64(frame.index), slot: UInt32(slot)))
            return true
        }
    }

    package func waitForRoom() async -> Bool {
        while true {
            let (hasRoom, isFinished) = state.withLock { ($0.waiting < capacity, $0.isFinished) }
            if isFinished { return false }
            if hasRoom { return true }
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    guard state.waiting >= capacity, !state.isFinished else { return true }
                    precondition(state.producer == nil, "one task at a time waits for room")
                    state.producer = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        }
    }

    package func finish() {
        let producer = state.withLock { state in
            state.isFinished = true
            defer { state.producer = nil }
            return state.producer
        }
        producer?.resume()
    }

    /// Keeps a single picture, which waits as a frame does.
    ///
    /// - Returns: The slot; `nil` for a picture outside the shared memory.
    package func hold(_ pixels: PixelBuffer) -> Int? {
        guard let slot = frames.slot(of: pixels) else { return nil }
        state.withLock { state in
            state.waiting += 1
            state.held[slot] = pixels
        }
        return slot
    }

    /// Takes in that the encoder has taken a frame.
    package func frameTaken() {
        let producer = state.withLock { state in
            state.waiting = max(0, state.waiting - 1)
            defer { state.producer = nil }
            return state.producer
        }
        producer?.resume()
    }

    /// Takes in that the command reads a slot no more.
    package func slotReleased(_ slot: Int) {
        // Released outside the lock: the pool has a lock too.
        let picture = state.withLock { $0.held.removeValue(forKey: slot) }
        withExtendedLifetime(picture) {}
    }
}
