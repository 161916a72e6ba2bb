import Frames

/// The way of frames from the renderer to one output.
struct FrameLane: Sendable {
    /// The frames that the output wants.
    let selection: FrameSelection
    /// Where they go; bounded, so that memory is.
    let queue = FrameQueue(capacity: 3)

    /// The timeline's frame of a picture, or nothing behind the last one.
    func frame(at index: Int) -> Int? { index < selection.count ? selection.frame(at: index) : nil }
}
