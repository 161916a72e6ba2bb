public import EngineLink

/// A line of the page's console, with its time.
public struct TimedConsoleLine: Sendable {
    /// Time since the page began to arrive.
    public let pageTime: Duration
    /// The line.
    public let line: ConsoleLine
}
