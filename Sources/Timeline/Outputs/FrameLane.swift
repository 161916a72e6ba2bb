import Frames

/// The path of frames from the renderer to one output.
struct FrameLane: Sendable {
    /// The frames that the output needs.
    let selection: FrameSelection
    /// The queue to the output; its capacity bounds memory use.
    let queue = FrameQueue(capacity: 3)

    /// The timeline frame of a picture, or `nil` after the last picture.
    func frame(at index: Int) -> Int? { index < selection.count ? selection.frame(at: index) : nil }
}
