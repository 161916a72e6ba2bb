/// How frames are captured from the view.
public enum CaptureMethod: String, Sendable, CaseIterable, Codable {
    /// The view draws its current picture; 3D comes out right.
    case view
    /// WebKit paints the page anew for each frame; 3D comes out flat.
    case snapshot
}
