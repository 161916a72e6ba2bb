/// The event that starts a recording.
public enum RecordingStart: String, Sendable, CaseIterable, Codable {
    /// The page's start signal.
    case signal
    /// The page has been loaded and painted.
    case load
}
