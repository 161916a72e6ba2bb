/// What begins a recording.
public enum RecordingStart: String, Sendable, CaseIterable, Codable {
    /// The page's own signal.
    case signal
    /// The page being loaded and painted.
    case load
}
