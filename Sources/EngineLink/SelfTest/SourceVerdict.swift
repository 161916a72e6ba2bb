/// How one source of time did in a self-test.
public struct SourceVerdict: Sendable, Codable {
    /// The source.
    public let source: ClockSource
    /// Frames that show it at their own time.
    public let exact: Int
    /// Frames that were looked at.
    public let frames: Int
    /// The first frame that does not, as a part of a sentence.
    public let fault: String?

    /// Whether every frame is right.
    public var isExact: Bool { exact == frames }

    /// Describes a result.
    package init(_ source: ClockSource, exact: Int, frames: Int, fault: String?) {
        self.source = source
        self.exact = exact
        self.frames = frames
        self.fault = fault
    }
}
