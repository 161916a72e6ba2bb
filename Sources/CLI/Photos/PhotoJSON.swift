import Frames
import Photos
import Recorder

/// The summary of a photo as `--json` prints it; every key is always there.
struct PhotoJSON: Encodable {
    private let summary: PhotoSummary

    /// Describes a summary.
    init(_ summary: PhotoSummary) { self.summary = summary }

    private enum Key: String, CodingKey {
        case bundle, picture, movie, identifier, from, duration, frames, still, width, height, sound, bytes
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(summary.bundle, forKey: .bundle)
        try container.encode(summary.picture, forKey: .picture)
        try container.encode(summary.movie, forKey: .movie)
        try container.encode(summary.identifier, forKey: .identifier)
        try container.encode(summary.from.inSeconds, forKey: .from)
        try container.encode(summary.duration.inSeconds, forKey: .duration)
        try container.encode(summary.frames, forKey: .frames)
        try container.encode(summary.still.inSeconds, forKey: .still)
        try container.encode(summary.size.width, forKey: .width)
        try container.encode(summary.size.height, forKey: .height)
        try container.encode(summary.hasSound, forKey: .sound)
        try container.encode(summary.bytes, forKey: .bytes)
    }
}
