import Frames
import Photos
import Recorder
import Timeline

/// What came of `pagereel compose`; `--json` prints it, every key each time.
struct ComposeSummary: Encodable {
    /// One output.
    private struct Output: Encodable {
        let path: String
        let width: Int?
        let height: Int?
        let frames: Int?
        let samples: Int?
        let bytes: Int?

        private enum CodingKeys: String, CodingKey { case path, width, height, frames, samples, bytes }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(path, forKey: .path)
            // Null where it means nothing.
            try values.encode(width, forKey: .width)
            try values.encode(height, forKey: .height)
            try values.encode(frames, forKey: .frames)
            try values.encode(samples, forKey: .samples)
            try values.encode(bytes, forKey: .bytes)
        }
    }

    private let width: Int
    private let height: Int
    private let fps: String
    private let frames: Int
    private let samples: Int
    private let outputs: [Output]
    private let warnings: [String]
    private let wallTime: Double

    /// Sums up.
    ///
    /// - Parameters:
    ///   - plan: What was rendered.
    ///   - interchange: Paths of descriptions for other editors.
    init(
        _ plan: TimelinePlan, outputs: [OutputSummary], photos: [PhotoSummary], interchange: [String],
        warnings: [String], wallTime: Duration
    ) {
        (width, height) = (plan.size.width, plan.size.height)
        fps = plan.frameRate.description
        (frames, samples) = (plan.frameCount, plan.sampleCount)
        self.outputs =
            outputs.map {
                Output(
                    path: $0.path, width: $0.size.width, height: $0.size.height, frames: $0.frames,
                    samples: $0.samples, bytes: $0.bytes)
            }
            + photos.map {
                Output(
                    path: $0.bundle ?? $0.picture, width: $0.size.width, height: $0.size.height, frames: $0.frames,
                    samples: nil, bytes: $0.bytes)
            }
            + interchange.map {
                Output(path: $0, width: nil, height: nil, frames: nil, samples: nil, bytes: nil)
            }
        self.warnings = warnings
        self.wallTime = wallTime.inRoundedSeconds
    }

    /// A line for each output.
    var lines: [String] {
        outputs.map { output in
            var parts: [String] = []
            if let frames = output.frames { parts.append(frames == 1 ? "1 picture" : "\(frames) frames") }
            if let width = output.width, let height = output.height { parts.append("\(width)x\(height)") }
            if output.samples != nil { parts.append("with sound") }
            if let bytes = output.bytes { parts.append(ProgressLine.size(bytes)) }
            if output.path == outputs.last?.path { parts.append("took \(ProgressLine.decimal(wallTime)) s") }
            return "\(output.path): \(parts.joined(separator: " · "))"
        }
    }
}
