import Foundation

/// What `compose --explain --json` says of a timeline's length and pictures.
struct ExplainedTimeline: Decodable {
    /// A clip or an overlay.
    struct Clip: Decodable {
        let kind: String
        let firstFrame: Int
        let lastFrame: Int
        let sourceStart: Double?
    }

    let frames: Int
    let video: [Clip]
    let overlays: [Clip]

    /// The clips and overlays that show videos, in the order of their frames.
    var videos: [Clip] {
        (video + overlays).filter { $0.kind == "video" }
            .sorted { ($0.firstFrame, $0.lastFrame) < ($1.firstFrame, $1.lastFrame) }
    }

    /// Reads the command's output.
    init(json: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(json.utf8)) }
}
