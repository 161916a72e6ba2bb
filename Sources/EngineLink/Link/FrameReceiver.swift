package import Frames
private import Synchronization

/// The command's end of the way of a frame.
///
/// The engine is not trusted: it runs the code of pages. A message that makes no
/// sense is an error, and nothing that the engine writes into a slot is more than
/// a picture.
package final class FrameReceiver: Sendable {
    /// Where the encoder reads the frames.
    package let queue: FrameQueue

    private struct State {
        /// The last frame's place in the video.
        var lastIndex: Int64 = -1
        /// The last frame's slot and picture; a frame that repeats it has the
        /// same object.
        var last: (slot: Int, pixels: PixelBuffer)?
        /// Slots that somebody reads.
        var inUse: Set<Int> = []
    }

    private let frames: SharedFrames
    private let socket: LinkSocket
    private let state = Mutex(State())

    /// The largest place of a frame: 120 fps for a year.
    private static let mostFrames: Int64 = 120 * 86_400 * 365

    /// Prepares to receive.
    package init(_ frames: SharedFrames, over socket: LinkSocket) {
        self.frames = frames
        self.socket = socket
        queue = FrameQueue(capacity: FrameQueue.capacity(forPoolOf: frames.count)) { socket.send(.taken) }
    }

    /// How long the video is so far, in frames.
    package var frameCount: Int { Int(state.withLock { $0.lastIndex } + 1) }

    /// Takes in a frame.
    ///
    /// - Throws: ``LinkError`` for a frame that cannot be.
    package func receive(index: Int64, slot: UInt32) throws(LinkError) {
        let slot = Int(slot)
        guard slot < frames.count, (0..<Self.mostFrames).contains(index) else {
            throw LinkError("frame \(index) in slot \(slot)")
        }
        let pixels = try state.withLock { state throws(LinkError) in
            guard index > state.lastIndex else { throw LinkError("frame \(index) after frame \(state.lastIndex)") }
            state.lastIndex = index
            if let last = state.last, last.slot == slot { return last.pixels }
            return try use(slot, in: &state)
        }
        // The picture before may be released here, which needs the lock.
        let before = state.withLock { state in
            defer { state.last = (slot, pixels) }
            return state.last
        }
        withExtendedLifetime(before) {}
        guard queue.offer(Frame(index: Int(index), pixels: pixels)) else {
            // A queue that has ended wants no more frames.
            guard !queue.isFinished else { return }
            throw LinkError("more frames than may wait")
        }
    }

    /// Takes in a single picture.
    ///
    /// - Returns: A copy; the slot is free again.
    package func copyPicture(in slot: Int) throws(LinkError) -> PixelBuffer {
        guard (0..<frames.count).contains(slot) else { throw LinkError("a picture in slot \(slot)") }
        // Before its end is told, or there would be room and no slot.
        defer { socket.send(.taken) }
        return try state.withLock { state throws(LinkError) in try use(slot, in: &state) }.copy()
    }

    private func use(_ slot: Int, in state: inout State) throws(LinkError) -> PixelBuffer {
        guard state.inUse.insert(slot).inserted else { throw LinkError("slot \(slot) while it is read") }
        return frames.picture(in: slot) { [weak self, socket] in
            _ = self?.state.withLock { $0.inUse.remove(slot) }
            socket.send(.released(slot: UInt32(slot)))
        }
    }
}
