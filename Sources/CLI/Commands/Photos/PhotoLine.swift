import Frames
import Notation
import Photos

/// A photo's summary in one line.
struct PhotoLine {
    let summary: PhotoSummary

    /// The line.
    var text: String {
        let files = summary.bundle ?? [summary.picture, summary.movie].compactMap(\.self).joined(separator: ", ")
        let parts = [
            "\(files): \(summary.duration.text)", quantity(summary.frames, "frame"), "still at \(summary.still.text)",
            "\(summary.size)", summary.bytes.byteText,
        ]
        return parts.joined(separator: " · ")
    }
}
