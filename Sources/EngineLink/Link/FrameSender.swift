package import Frames
private import Synchronization

/// Sends frames from the engine's process: a bounded queue whose reader is the command.
///
/// A frame waits until the command reports that the encoder has taken it. Its slot is in use until
/// the command releases it.
package final class FrameSender: FrameSink {
    private let frames: SharedFrames
    private let socket: LinkSocket
    /// The frames that the encoder has not taken.
    private let waiting: FrameQueue
    /// The pictures that the command reads, by slot.
    private let held = Mutex<[Int: PixelBuffer]>([:])
    /// The picture of the last frame, and since which frame it is shown.
    private let shown = Mutex<Shown>(Shown())

    private struct Shown {
        /// The picture's ``PixelBuffer/id`` and its slot.
        var picture: (id: Int, slot: Int)?
        var since = 0
        var last = 0
    }

    /// Prepares to send pictures that are in shared memory.
    package init(_ frames: SharedFrames, over socket: LinkSocket) {
        self.frames = frames
        self.socket = socket
        waiting = FrameQueue(capacity: FrameQueue.capacity(forPoolOf: frames.count))
    }

    package func offer(_ frame: Frame) -> Bool {
        guard let slot = hold(frame) else { return false }
        let changes = shown.withLock { shown in
            let before = shown.picture
            if before?.id != frame.pixels.id { (shown.picture, shown.since) = ((frame.pixels.id, slot), frame.index) }
            shown.last = frame.index
            return frame.changes.flatMap { SlotChanges($0, from: before) }
        }
        socket.send(.frame(index: Int64(frame.index), slot: UInt32(slot), changes: changes))
        return true
    }

    /// The number of frames up to the last one that show the same picture as the one before them.
    package var unchangedFrames: Int { shown.withLock { $0.last - $0.since } }

    package func waitForRoom() async -> Bool { await waiting.waitForRoom() }

    package func finish() { waiting.finish() }

    /// Sends a single picture, which waits as a frame does.
    ///
    /// - Returns: `false` if the picture is not in shared memory or the queue is full.
    package func send(
        _ pixels: PixelBuffer, of moment: PictureMoment, at pageTime: Duration, area: StepPicture.Area? = nil,
        ignored: [StepPicture.Area] = [], hiddenHeight: Int = 0
    ) -> Bool {
        guard let slot = hold(Frame(index: 0, pixels: pixels)) else { return false }
        socket.send(
            .report(
                .still(
                    moment, pageTime: pageTime, slot: slot, area: area, ignored: ignored, hiddenHeight: hiddenHeight)))
        return true
    }

    /// Sends a picture of a step, in the same way.
    package func send(_ pixels: PixelBuffer, of step: StepPicture) -> Bool {
        guard let slot = hold(Frame(index: 0, pixels: pixels)) else { return false }
        socket.send(.report(.stepStill(step, slot: slot)))
        return true
    }

    private func hold(_ frame: Frame) -> Int? {
        guard let slot = frames.slot(of: frame.pixels), waiting.offer(frame) else { return nil }
        held.withLock { $0[slot] = frame.pixels }
        return slot
    }

    /// Sends samples of the page's sound.
    ///
    /// - Parameters:
    ///   - samples: Left and right in turn; empty to send the silence before them alone.
    ///   - position: The index of the first sample, from the recording's start.
    package func send(_ samples: [Float], at position: Int) {
        socket.send(.sound(position: Int64(position), samples: samples))
    }

    /// Sends silence for the whole recording, so that the encoder does not wait for the page's sound.
    package func sendSilence() { send([], at: Int(LinkMessage.positions.upperBound)) }

    /// Notes that the encoder has taken a frame.
    package func frameTaken() { waiting.dropFirst() }

    /// Notes that the command no longer reads a slot.
    package func slotReleased(_ slot: Int) {
        // Released outside the lock: the pool has a lock too.
        let picture = held.withLock { $0.removeValue(forKey: slot) }
        withExtendedLifetime(picture) {}
    }
}

extension SlotChanges {
    /// Describes changes since the picture that was sent last; `nil` if they are those since another one.
    fileprivate init?(_ changes: PictureChanges, from last: (id: Int, slot: Int)?) {
        guard let last, last.id == changes.base else { return nil }
        base = UInt32(last.slot)
        rows = changes.rows.ranges.flatMap { [UInt32($0.lowerBound), UInt32($0.upperBound)] }
    }
}
