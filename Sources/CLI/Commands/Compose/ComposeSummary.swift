import Frames
import Notation
import Photos
import Timeline

/// The summary of `pagereel compose`, as `--json` prints it; every key is
/// always there.
struct ComposeSummary: Encodable {
    /// An output.
    private struct Output: Encodable {
        let path: String
        @Nullable var width: Int?
        @Nullable var height: Int?
        @Nullable var frames: Int?
        @Nullable var samples: Int?
        @Nullable var bytes: Int?

        init(_ output: OutputSummary) {
            path = output.path
            if output.frames > 0 {
                (width, height, frames) = (output.size.width, output.size.height, output.frames)
            }
            (samples, bytes) = (output.samples, output.bytes)
        }

        init(_ photo: PhotoSummary) {
            path = photo.bundle ?? photo.picture
            (width, height) = (photo.size.width, photo.size.height)
            (frames, bytes) = (photo.frames, photo.bytes)
        }

        /// A file for another editor, of which only the path is known.
        init(path: String) { self.path = path }
    }

    private let width: Int
    private let height: Int
    private let fps: String
    private let frames: Int
    private let samples: Int
    private let outputs: [Output]
    private let warnings: [String]
    private let attempts: Int
    private let wallTime: Double

    /// Creates the summary.
    ///
    /// - Parameters:
    ///   - plan: The rendered plan.
    ///   - interchange: The paths of files for other editors.
    init(
        _ plan: TimelinePlan, outputs: [OutputSummary], photos: [PhotoSummary], interchange: [String],
        warnings: [String], wallTime: Duration, attempts: Int
    ) {
        (width, height) = (plan.size.width, plan.size.height)
        fps = plan.frameRate.description
        (frames, samples) = (plan.frameCount, plan.sampleCount)
        self.outputs = outputs.map { Output($0) } + photos.map { Output($0) } + interchange.map { Output(path: $0) }
        self.warnings = warnings
        self.attempts = attempts
        self.wallTime = wallTime.inRoundedSeconds
    }

    /// A line for each output.
    var lines: [String] {
        outputs.map { output in
            var parts: [String] = []
            if let frames = output.frames { parts.append(frames == 1 ? "1 picture" : quantity(frames, "frame")) }
            if let width = output.width, let height = output.height { parts.append("\(width)x\(height)") }
            if let samples = output.samples {
                parts.append(output.frames == nil ? quantity(samples, "sample") : "with sound")
            }
            if let bytes = output.bytes { parts.append(bytes.byteText) }
            if output.path == outputs.last?.path { parts.append("took \(wallTime.text(decimals: 1)) s") }
            return parts.isEmpty ? output.path : "\(output.path): \(parts.joined(separator: " · "))"
        }
    }
}
