import Encoder
import Files
import Frames
import LibAV

/// Writes one picture of a timeline.
actor StillOutput: OutputWriter {
    nonisolated let selection: FrameSelection

    private let queue = EncoderQueue(label: "pagereel.still-output")
    private let file: OutputFile
    private let path: String
    private let format: StillFormat
    private let size: PixelSize
    private let resizer: PictureResizer
    private var bytes = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Prepares the picture of a frame.
    init(_ output: PlannedOutput, frame: Int, of plan: TimelinePlan, as file: OutputFile) throws(FileError) {
        self.file = file
        path = output.path
        format = try StillFormat.of(output)
        size = output.size ?? plan.size
        selection = FrameSelection([frame])
        resizer = PictureResizer(to: size)
    }

    func append(_ pixels: PixelBuffer) throws {
        let picture = try StillWriter.encoded(resizer.resized(pixels), as: format)
        try file.write(picture)
        bytes = picture.count
    }

    func finish() -> OutputSummary {
        OutputSummary(path: path, size: size, frames: 1, samples: nil, bytes: bytes)
    }

    func discard() {}
}

extension StillFormat {
    /// The picture format that an output's file name implies.
    ///
    /// - Throws: ``FileError/Code/invalidSettings``.
    static func of(_ output: PlannedOutput) throws(FileError) -> StillFormat {
        guard let format = StillFormat(fileName: output.path) else {
            throw FileError(
                .invalidSettings,
                "The output “\(output.path)” does not end like a picture. Name it \(StillFormat.fileNames).")
        }
        return format
    }
}
