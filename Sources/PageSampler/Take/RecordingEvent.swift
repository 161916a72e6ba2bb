public import EngineLink

/// An event while a page is recorded, checked or captured as stills.
public enum RecordingEvent: Sendable {
    /// The page is being loaded; the text is its address.
    case loading(String)
    /// The recording has started.
    case started
    /// How far the recording has come; several times per second.
    case progress(RecordingProgress)
    /// The recording has ended and the file is being finished.
    case finishing
    /// A warning for the user, as sentences.
    case warning(String)
    /// Information about normal progress, as sentences.
    case notice(String)
    /// The page sent a signal.
    case signal(RecordedSignal)
    /// A line of the page's console.
    case console(ConsoleLine)

    /// Translates a take's event; `nil` for an event that only the take's record needs.
    init?(_ event: TakeEvent, of plan: TakePlan) {
        switch event {
        case .loading: self = .loading(plan.page.description)
        case .started: self = .started
        case .progress(let progress): self = .progress(RecordingProgress(progress, limit: plan.limit?.length))
        case .warning(let text): self = .warning(text)
        case .signalled(let signal): self = .signal(signal)
        case .console(let line, _): self = .console(line)
        case .finishing: self = .finishing
        case .lostClock, .chapter, .mistake, .step, .still, .ended: return nil
        }
    }
}

/// The progress of a recording.
public struct RecordingProgress: Sendable {
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

    package init(_ progress: TakeProgress, bytes: Int = 0, limit: Duration?) {
        time = progress.time
        frames = progress.frames
        repeated = progress.repeated
        isPaused = progress.isPaused
        self.bytes = bytes
        self.limit = limit
    }
}
