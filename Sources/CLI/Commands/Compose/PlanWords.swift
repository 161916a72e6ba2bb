import Composition
import Timeline

/// The words for sources and outputs, as in timeline files.
extension Resource {
    /// The kind of source.
    var word: String {
        switch self {
        case .video: "video"
        case .animation: "animation"
        case .still: "still"
        case .color: "color"
        case .title: "title"
        case .page: "page"
        case .custom: "custom"
        }
    }

    /// Whether the picture changes over time.
    var isMoving: Bool {
        switch self {
        case .video, .animation, .page, .custom: true
        case .still, .color, .title: false
        }
    }
}

extension PlannedOutput.Kind {
    /// The kind of output.
    var word: String {
        switch self {
        case .movie: "movie"
        case .gif: "gif"
        case .still: "still"
        case .sheet: "sheet"
        case .sequence: "sequence"
        case .interchange: "interchange"
        case .livePhoto: "livephoto"
        case .motionPhoto: "motionphoto"
        }
    }
}
