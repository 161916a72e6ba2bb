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
    public let title: String

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
