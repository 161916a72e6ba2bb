/// The progress of rendering a timeline.
public struct TimelineProgress: Sendable, Equatable {
    /// The number of frames rendered so far.
    public let done: Int
    /// The number of frames to render.
    public let total: Int
}
