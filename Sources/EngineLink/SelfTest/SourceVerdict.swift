/// The self-test's result for one source of time.
public struct SourceVerdict: Sendable, Codable {
    /// The source of time.
    public let source: ClockSource
    /// The number of frames that show the correct time.
    public let exact: Int
    /// The number of frames checked.
    public let frames: Int
    /// The first wrong frame, as a part of a sentence; `nil` if all are right.
    public let fault: String?

    /// Whether every frame is exact.
    public var isExact: Bool { exact == frames }

    /// Creates a result.
    package init(_ source: ClockSource, exact: Int, frames: Int, fault: String?) {
        self.source = source
        self.exact = exact
        self.frames = frames
        self.fault = fault
    }
}
