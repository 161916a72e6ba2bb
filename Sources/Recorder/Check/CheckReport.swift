public import EngineLink
public import Frames

/// What a page signaled during a check.
public struct CheckReport: Sendable {
    /// How the check ended.
    public enum Ending: Sendable, Equatable {
        /// The page sent the stop signal.
        case stopped
        /// The planned length was reached.
        case duration
        /// The page did not send the stop signal within the maximum length.
        case tooLong
        /// The page sent the cancel signal.
        case cancelled
        /// The page's process crashed.
        case crashed
        /// The page's process stopped responding.
        case hung
        /// The user stopped it.
        case interrupted
        /// The start did not come; the text says which condition was not met.
        case neverStarted(String)
        /// The page could not be shown; the text says why.
        case failed(String)

        init(_ reason: ExitReason) {
            self =
                switch reason {
                case .stopped: .stopped
                case .duration: .duration
                case .longestDuration: .tooLong
                case .cancelled: .cancelled
                case .interrupted: .interrupted
                case .hung: .hung
                case .crashed: .crashed
                }
        }
    }

    /// A line of the console, with its time.
    public typealias Line = TimedConsoleLine
    /// A mistake in the page's signals.
    public typealias Mistake = SignalMistake

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
    public let console: [Line]
    /// Mistakes in the page's signals, in order.
    public let mistakes: [Mistake]
    /// A recording's warnings, mistakes included.
    public let warnings: [String]
    /// The initial time of the page's wall clock, in milliseconds since 1970; `nil` in real time.
    public let date: Int64?

    /// Uncaught errors and missing files, in order.
    public var pageErrors: [Line] { console.filter(\.line.isPageError) }

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
