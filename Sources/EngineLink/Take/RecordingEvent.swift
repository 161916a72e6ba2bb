/// An event while a page is recorded, sampled, checked or captured as stills.
///
/// The engine reports events in order; the command passes them on.
public enum RecordingEvent: Sendable, Codable {
    /// The virtual clock is not exact with this engine; the page is recorded in real time instead.
    case lostClock
    /// The page is being loaded; once more if it turns out to need compositing or distinct dates.
    ///
    /// - Parameter date: The initial time of the page's wall clock, in milliseconds since 1970; `nil` in real time.
    case loading(date: Int64?)
    /// The recording has started with this rendering.
    case started(PageOptions.Rendering)
    /// How far the recording has come; several times per second.
    case progress(RecordingProgress)
    /// The page sent a signal.
    case signal(RecordedSignal)
    /// A chapter begins at a time of the recording.
    case chapter(name: String, start: Duration)
    /// A text is shown from a time of the recording on, for some time.
    case caption(text: String, start: Duration, duration: Duration)
    /// A mistake in the page's use of signals; also reported as a warning.
    case mistake(SignalMistake)
    /// A step has ended.
    case step(StepOutcome)
    /// A warning for the user, as sentences.
    case warning(String)
    /// Information about normal progress, as sentences.
    case notice(String)
    /// A line of the page's console, if ``PageOptions/reportsConsole`` is set.
    case console(TimedConsoleLine)
    /// What else happens in the page, if ``PageOptions/reportsActivity`` is set.
    case activity(PageActivity)
    /// The recording has ended; its last frames follow, and the file is being finished.
    case finishing
}

/// The progress of a recording.
public struct RecordingProgress: Sendable, Codable {
    /// The recording's time.
    public let time: Duration
    /// Frames so far.
    public let frames: Int
    /// Frames that repeat the one before because they were missed.
    public let repeated: Int
    /// Size of the file so far, in bytes; 0 if no file is written.
    public package(set) var bytes: Int
    /// The length at which the recording ends without a signal, if known.
    public let limit: Duration?
    /// Whether the page has paused the recording.
    public let isPaused: Bool
    /// The document's current title.
    public package(set) var title: String

    /// Describes the progress of a recording.
    package init(
        time: Duration, frames: Int, repeated: Int, bytes: Int = 0, limit: Duration?, isPaused: Bool, title: String
    ) {
        self.time = time
        self.frames = frames
        self.repeated = repeated
        self.bytes = bytes
        self.limit = limit
        self.isPaused = isPaused
        self.title = title
    }
}

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
    package internal(set) var outcome: Outcome
    /// The video's length in frames.
    package let frames: Int
    /// Frames that repeat the one before because they were missed.
    package let repeated: Int
    /// The document's title, or the page's address.
    package internal(set) var title: String
    /// How the page was rendered.
    package let rendering: PageOptions.Rendering
    /// The reason, as the end of a sentence that begins with "because".
    package internal(set) var renderingReason: String
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
