/// How frames are captured from the view.
public enum CaptureMethod: String, Sendable, CaseIterable, Codable {
    /// The view draws its current picture; 3D transforms are rendered correctly.
    case view
    /// WebKit repaints the page for each frame; 3D transforms are flattened.
    case snapshot
}
