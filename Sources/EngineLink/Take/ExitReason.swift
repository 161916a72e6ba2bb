/// What ended a recording.
public enum ExitReason: String, Sendable, Codable {
    /// The page said stop.
    case stopped
    /// The planned length was reached.
    case duration
    /// The page's stop never came; the longest length was reached.
    case longestDuration = "max-duration"
    /// The page said cancel; nothing was written.
    case cancelled
    /// Somebody ended it from outside.
    case interrupted
    /// The page's process no longer answered.
    case hung
    /// The page's process ended by itself.
    case crashed
}
