public import EngineLink
public import Frames

/// What a page signaled during a check.
public struct CheckReport: Sendable {
    /// How the check ended.
    public enum Ending: Sendable, Equatable {
        /// A recording of the page would have ended in the same way.
        case ended(ExitReason)
        /// The start did not come; the text says which condition was not met.
        case neverStarted(String)
        /// The page could not be shown; the text says why.
        case failed(String)
    }

    /// The page's address, without credentials.
    public let page: String
    /// How the check ended.
    public let ending: Ending
    /// When the check ended, as a time since the page began to arrive.
    public let pageTime: Duration
    /// Frames per second of the video that a recording would make.
    public let frameRate: FrameRate
    /// The page's signals, in order.
    public let signals: [RecordedSignal]
    /// The page's console, in order.
    public let console: [TimedConsoleLine]
    /// The steps and what became of them, in order.
    public let steps: [StepOutcome]
    /// Mistakes in the page's signals, and steps that were not done, in order.
    public let mistakes: [SignalMistake]
    /// A recording's warnings, mistakes included.
    public let warnings: [String]
    /// The initial time of the page's wall clock, in milliseconds since 1970; `nil` in real time.
    public let date: Int64?
    /// When the page was first and last heard, counted as ``pageTime``; `nil` if it was not.
    public let heard: ClosedRange<Duration>?

    /// Uncaught errors and missing files, in order.
    public var pageErrors: [TimedConsoleLine] { console.filter(\.line.isPageError) }

    /// The frame that is shown when a signal arrives; for `stop`, the first frame after the video.
    ///
    /// - Returns: `nil` for a signal before the recording started.
    public func frame(of signal: RecordedSignal) -> Int? {
        signal.time.map { time in
            // The page's clock counts microseconds, rounded down.
            let frame = frameRate.frame(at: time + .microseconds(1))
            let isBehind = frameRate.time(ofFrame: frame) + .microseconds(1) < time
            return signal.signal == .stop && isBehind ? frame + 1 : frame
        }
    }
}
