/// The result of a take.
package struct TakeResult: Sendable, Codable {
    /// How a take ended.
    package enum Outcome: Sendable, Codable {
        /// The recording came to an end.
        case reason(ExitReason)
        /// The page could not be shown, crashed before the recording started, or the recording did not start.
        case failed(PageError)
        /// The page has to be loaded again, in another way.
        case needsAnother(TakeNeed)
    }

    /// How it ended.
    package let outcome: Outcome
    /// The video's length in frames.
    package let frames: Int
    /// Frames that repeat the one before because they were missed.
    package let repeated: Int
    /// The document's title, or the page's address.
    package let title: String
    /// How the page was rendered.
    package let rendering: PageOptions.Rendering
    /// The reason, as the end of a sentence that begins with "because".
    package let renderingReason: String
    /// When it ended, as a time since the page began to arrive.
    package let pageTime: Duration
    /// When the page was first and last heard, in the same way; `nil` if it was not, or is not recorded.
    package let heard: ClosedRange<Duration>?
    /// How many of the page's streams are heard in the recording.
    package let heardStreams: Int

    /// Describes a result.
    package init(
        outcome: Outcome, frames: Int, repeated: Int, title: String, rendering: PageOptions.Rendering,
        renderingReason: String, pageTime: Duration, heard: ClosedRange<Duration>? = nil,
        heardStreams: Int = 0
    ) {
        self.outcome = outcome
        self.frames = frames
        self.repeated = repeated
        self.title = title
        self.rendering = rendering
        self.renderingReason = renderingReason
        self.pageTime = pageTime
        self.heard = heard
        self.heardStreams = heardStreams
    }
}

/// The reason why a recording ended.
public enum ExitReason: String, Sendable, Codable {
    /// The page sent the stop signal.
    case stopped
    /// The planned length was reached.
    case duration
    /// The maximum length was reached without a stop signal.
    case longestDuration = "max-duration"
    /// The page sent the cancel signal; nothing was written.
    case cancelled
    /// The recording was interrupted from outside.
    case interrupted
    /// The page's process stopped responding.
    case hung
    /// The page's process crashed.
    case crashed
}
