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

    /// Places a picture in the video.
    public init(index: Int, pixels: PixelBuffer) {
        self.index = index
        self.pixels = pixels
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
