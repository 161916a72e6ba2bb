public import EngineLink

/// What happens while a recording is made, for whoever shows it.
public enum RecordingEvent: Sendable {
    /// The page is being loaded. The text is its address.
    case loading(String)
    /// The recording has begun.
    case started
    /// How far it has come; several times a second.
    case progress(RecordingProgress)
    /// The recording has ended and the file is being finished.
    case finishing
    /// Something that a person should know, as sentences.
    case warning(String)
    /// Something that explains what is going on and is no fault, as
    /// sentences.
    case notice(String)
    /// A line of the page's console.
    case console(ConsoleLine)
    /// A detail that helps to find out why.
    case detail(String)
}

/// How far a recording has come.
public struct RecordingProgress: Sendable {
    /// The recording's time.
    public let time: Duration
    /// Frames so far.
    public let frames: Int
    /// Frames that repeat the one before because theirs was missed.
    public let repeated: Int
    /// Bytes of the file so far.
    public let bytes: Int
    /// The length at which the recording ends by itself, if known.
    public let limit: Duration?
    /// Whether the page has paused the recording.
    public let isPaused: Bool

    init(_ progress: TakeProgress, bytes: Int, limit: Duration?) {
        time = progress.time
        frames = progress.frames
        repeated = progress.repeated
        isPaused = progress.isPaused
        self.bytes = bytes
        self.limit = limit
    }
}
