/// How far a timeline has been rendered.
public struct TimelineProgress: Sendable, Equatable {
    /// Frames that have been rendered.
    public let done: Int
    /// Frames that are needed.
    public let total: Int
}
