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
