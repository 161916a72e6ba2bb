public import EngineLink

/// What happens while a page is sampled.
public enum PageFrameEvent: Sendable {
    /// The page is being loaded; once more if it turns out to need compositing.
    case loading
    /// The sequence starts; the first frame follows. Comes again if the page is loaded again, but the frames do not.
    case started
    /// The next frame.
    case frame(PageFrame)
    /// The page sent a signal.
    ///
    /// It follows the frames that were captured before it.
    case signal(RecordedSignal)
    /// A warning for the user, as sentences.
    case warning(String)
    /// Information about normal progress, as sentences.
    case notice(String)
    /// A line of the page's console, if `PageOptions/reportsConsole` is set.
    case console(ConsoleLine)
    /// The last frame has been delivered; the last event.
    case ended(ExitReason)

    /// Translates a recording's event; `nil` for progress, which the frames show.
    init?(_ event: RecordingEvent) {
        switch event {
        case .loading: self = .loading
        case .started: self = .started
        case .signal(let signal): self = .signal(signal)
        case .warning(let text): self = .warning(text)
        case .notice(let text): self = .notice(text)
        case .console(let line): self = .console(line)
        case .progress, .finishing: return nil
        }
    }
}
