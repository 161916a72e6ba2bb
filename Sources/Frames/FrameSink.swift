/// Where frames are offered, in their order, by one task at a time.
public protocol FrameSink: AnyObject, Sendable {
    /// Adds a frame at the end, unless there is no room or the sink is finished.
    ///
    /// - Returns: Whether the frame was taken.
    func offer(_ frame: Frame) -> Bool
    /// Waits until a frame can be added.
    ///
    /// - Returns: Whether one can; not once the sink is finished.
    func waitForRoom() async -> Bool
    /// Takes no more frames.
    func finish()
}

extension FrameSink {
    /// Adds a frame at the end, when there is room; a finished sink drops it.
    public func send(_ frame: Frame) async {
        while await waitForRoom() {
            if offer(frame) { return }
        }
    }
}
