package import Frames
private import Synchronization

/// Receives frames in the command's process.
///
/// The engine is not trusted, because it runs the code of pages. An invalid message is an error,
/// and the contents of a slot are used only as pixels.
package final class FrameReceiver: Sendable {
    /// The queue from which the encoder reads the frames.
    package let queue: FrameQueue
    /// The queue from which the encoder reads the page's sound.
    package let sound = SoundQueue()

    private struct State {
        /// The index of the last frame in the video.
        var lastIndex: Int64 = -1
        /// When it came, or when the receiver was made.
        var lastTime = ContinuousClock.now
        /// The slot and picture of the last frame; frames that repeat it share the object.
        var last: (slot: Int, pixels: PixelBuffer)?
    }

    /// The slots that are being read; pictures may outlive the receiver.
    private final class Slots: Sendable {
        private let state = Mutex((inUse: Set<Int>(), onIdle: (@Sendable () -> Void)?.none))

        /// Returns whether the slot was not in use.
        func use(_ slot: Int) -> Bool { state.withLock { $0.inUse.insert(slot).inserted } }

        /// Releases a slot; the engine may draw into it as soon as it is told.
        func release(_ slot: Int, telling engine: LinkSocket) {
            let onIdle = state.withLock { state -> (@Sendable () -> Void)? in
                state.inUse.remove(slot)
                return state.inUse.isEmpty ? state.onIdle.take() : nil
            }
            engine.send(.released(slot: UInt32(slot)))
            onIdle?()
        }

        /// Calls a function once no slot is in use.
        func whenIdle(_ onIdle: @escaping @Sendable () -> Void) {
            let isIdle = state.withLock { state in
                if !state.inUse.isEmpty { state.onIdle = onIdle }
                return state.inUse.isEmpty
            }
            if isIdle { onIdle() }
        }
    }

    private let frames: SharedFrames
    private let socket: LinkSocket
    private let state = Mutex(State())
    private let slots = Slots()

    private let frameRate: FrameRate
    /// The number of frames that the plan allows.
    private let mostFrames: Int64

    /// The number of frames of a recording without a limit: 120 fps for a year.
    private static let mostFrames: Int64 = 120 * 86_400 * 365
    /// How much further than the time that has passed a video may advance at once.
    ///
    /// It advances by more than a frame only in real time, by the frames that were missed.
    private static let tolerance = Duration.seconds(10)

    /// Prepares to receive.
    ///
    /// - Parameters:
    ///   - frameRate: Frames per second of the video.
    ///   - limit: The longest video, in frames (default: a year).
    package init(_ frames: SharedFrames, over socket: LinkSocket, at frameRate: FrameRate, limit: Int? = nil) {
        self.frames = frames
        self.socket = socket
        self.frameRate = frameRate
        mostFrames = limit.map(Int64.init) ?? Self.mostFrames
        queue = FrameQueue(capacity: FrameQueue.capacity(forPoolOf: frames.count)) { socket.send(.taken) }
    }

    /// The length of the video so far, in frames.
    package var frameCount: Int { Int(state.withLock { $0.lastIndex } + 1) }

    /// Checks the length of a finished video.
    ///
    /// The writer repeats the last picture up to there, so a false length would keep it busy for hours.
    ///
    /// - Throws: ``PageError``.
    package func checkLength(_ count: Int) throws(PageError) {
        let (last, time) = state.withLock { ($0.lastIndex, $0.lastTime) }
        guard (0...max(mostFrames, last + 1)).contains(Int64(count)), count <= last + 1 + mostMissed(since: time) else {
            throw PageError.engineSent("a recording of \(count) frames, of which it had sent \(last + 1)")
        }
    }

    /// The highest number of frames that can have been missed since a time.
    private func mostMissed(since time: ContinuousClock.Instant) -> Int64 {
        Int64(frameRate.frameCount(for: time.duration(to: .now) + Self.tolerance))
    }

    /// Receives a frame.
    ///
    /// - Parameters:
    ///   - index: Its index in the video.
    ///   - slot: The slot of its picture.
    ///   - changes: How the picture differs from an earlier one; used if that is the last one.
    /// - Throws: ``PageError`` for an invalid frame.
    package func receive(index: Int64, slot: UInt32, changes: SlotChanges? = nil) throws(PageError) {
        let slot = Int(slot)
        guard slot < frames.count, (0..<mostFrames).contains(index) else {
            throw PageError.engineSent("frame \(index) in slot \(slot)")
        }
        guard changes?.rows.allSatisfy({ $0 <= frames.size.height }) ?? true else {
            throw PageError.engineSent("changes outside of frame \(index)")
        }
        let pixels = try state.withLock { state throws(PageError) in
            guard index > state.lastIndex, index - state.lastIndex <= 1 + mostMissed(since: state.lastTime) else {
                throw PageError.engineSent("frame \(index) after frame \(state.lastIndex)")
            }
            state.lastIndex = index
            state.lastTime = .now
            if let last = state.last, last.slot == slot { return last.pixels }
            return try use(slot)
        }
        // Release the previous picture outside of the lock, which its release needs.
        let before = state.withLock { state in
            defer { state.last = (slot, pixels) }
            return state.last
        }
        let frame = Frame(index: Int(index), pixels: pixels, changes: changes?.from(before))
        withExtendedLifetime(before) {}
        guard queue.offer(frame) else {
            // A finished queue accepts no more frames.
            guard !queue.isFinished else { return }
            throw PageError.engineSent("more frames than may wait")
        }
    }

    /// Receives samples of the page's sound.
    ///
    /// - Throws: ``PageError`` for samples that are out of order, too many or not finite.
    package func receive(_ samples: [Float], at position: Int64) throws(PageError) {
        guard LinkMessage.positions.contains(position), samples.allSatisfy(\.isFinite),
            sound.append(samples, at: Int(position))
        else { throw PageError.engineSent("sound at sample \(position) that is out of place") }
    }

    /// Receives a single picture.
    ///
    /// - Parameter area: The part of it that is wanted; `nil` for all of it.
    /// - Returns: A copy; the slot is free again.
    package func copyPicture(in slot: Int, area: StepPicture.Area? = nil) throws(PageError) -> PixelBuffer {
        guard (0..<frames.count).contains(slot) else { throw PageError.engineSent("a picture in slot \(slot)") }
        // Sent after the slot is released; otherwise the engine would see room in the queue but no free slot.
        defer { socket.send(.taken) }
        let picture = try use(slot).copy()
        guard let area else { return picture }
        guard area.isInside(picture.size) else { throw Self.foreignArea }
        return picture.part(area)
    }

    /// Receives a single picture with the parts that comparisons leave out.
    ///
    /// - Parameters:
    ///   - area: The part of the picture that is wanted; `nil` for all of it.
    ///   - ignored: The parts of the whole picture that comparisons leave out.
    /// - Returns: A copy of the wanted part, and the other parts within it; the slot is free again.
    package func copyPicture(
        in slot: Int, area: StepPicture.Area?, ignoring ignored: [StepPicture.Area]
    ) throws(PageError) -> (picture: PixelBuffer, ignored: [StepPicture.Area]) {
        let whole = try copyPicture(in: slot)
        guard ignored.allSatisfy({ $0.isInside(whole.size) }), area?.isInside(whole.size) ?? true else {
            throw Self.foreignArea
        }
        guard let area else { return (whole, ignored) }
        return (whole.part(area), ignored.compactMap { $0.part(in: area) })
    }

    private static let foreignArea = PageError.engineSent("a part of a picture that is not in it")

    /// Receives a picture of a step.
    ///
    /// - Returns: A copy; the slot is free again.
    package func copyPicture(of step: StepPicture, in slot: Int) throws(PageError) -> PixelBuffer {
        let picture = try copyPicture(in: slot)
        guard step.area?.isInside(picture.size) ?? true else {
            throw Self.foreignArea
        }
        return picture
    }

    /// Ends the receiver after the last frame.
    ///
    /// - Parameter onIdle: Called once, as soon as nobody reads a picture any more.
    package func retire(onIdle: @escaping @Sendable () -> Void) {
        let last = state.withLock { state in
            defer { state.last = nil }
            return state.last
        }
        // Outside of the lock, as above.
        withExtendedLifetime(last) {}
        slots.whenIdle(onIdle)
    }

    private func use(_ slot: Int) throws(PageError) -> PixelBuffer {
        guard slots.use(slot) else { throw PageError.engineSent("slot \(slot) while it is read") }
        return frames.picture(in: slot) { [slots, socket] in slots.release(slot, telling: socket) }
    }
}

extension SlotChanges {
    /// The changes since the last picture; `nil` if they are those since another one.
    fileprivate func from(_ last: (slot: Int, pixels: PixelBuffer)?) -> PictureChanges? {
        guard let last, last.slot == Int(base) else { return nil }
        let ranges = stride(from: 0, to: rows.count - 1, by: 2).map { index in
            Int(rows[index])..<max(Int(rows[index]), Int(rows[index + 1]))
        }
        return PictureChanges(from: last.pixels.id, in: RangeSet(ranges))
    }
}
