public import EngineLink
public import Frames

/// What a page said while it was followed.
public struct CheckReport: Sendable {
    /// How it came to its end.
    public enum Ending: Sendable, Equatable {
        /// The page said stop.
        case stopped
        /// The planned length was reached.
        case duration
        /// The page's stop did not come in time.
        case tooLong
        /// The page said cancel.
        case cancelled
        /// The page's process ended by itself.
        case crashed
        /// The page's process no longer answered.
        case hung
        /// Somebody ended it from outside.
        case interrupted
        /// The start did not come; the text says what was awaited.
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

    /// The page's address, without a user name and password.
    public let page: String
    /// How it came to its end.
    public let ending: Ending
    /// When, in time since the page began to arrive.
    public let pageTime: Duration
    /// Frames a second of the video that there would be.
    public let frameRate: FrameRate
    /// The page's signals, in order.
    public let signals: [RecordedSignal]
    /// What the page's console said, in order.
    public let console: [Line]
    /// What is wrong with its signals, in order.
    public let mistakes: [Mistake]
    /// What a recording would have warned of, mistakes included.
    public let warnings: [String]
    /// What the page's wall clock showed at first, in milliseconds since 1970;
    /// nothing on the real-time clock.
    public let date: Int64?

    /// What the page failed at, in order.
    public var pageErrors: [Line] { console.filter(\.line.isPageError) }

    /// The frame of the video that a signal falls on: the one whose place in
    /// time holds the signal's, and with `stop` the first that is missing.
    ///
    /// - Returns: Nothing before the recording began.
    public func frame(of signal: RecordedSignal) -> Int? {
        signal.time.map { time in
            // The page's clock counts microseconds, rounded down.
            let frame = frameRate.frame(at: time + .microseconds(1))
            let isBehind = frameRate.time(ofFrame: frame) + .microseconds(1) < time
            return signal.signal == .stop && isBehind ? frame + 1 : frame
        }
    }
}
