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
