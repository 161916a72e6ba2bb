import Encoder
import Files
import Frames
import LibAV

/// Writes one file per frame of a timeline, or of a part of it.
actor SequenceOutput: OutputWriter {
    nonisolated let selection: FrameSelection

    private let queue = EncoderQueue(label: "pagereel.sequence-output")
    private let files: OutputSequence
    private let path: String
    private let format: StillFormat
    private let size: PixelSize
    private let resizer: PictureResizer
    private var (count, bytes) = (0, 0)
    /// The last picture and its encoded file, so that an unchanged picture is encoded once.
    private var last: (pixels: PixelBuffer, file: [UInt8])?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Prepares a sequence.
    ///
    /// - Parameter files: The files to write, one for each frame of the selection.
    init(
        _ output: PlannedOutput, _ selection: FrameSelection, of plan: TimelinePlan, as files: OutputSequence
    ) throws(FileError) {
        self.selection = selection
        self.files = files
        path = output.path
        format = try StillFormat.of(output)
        size = output.size ?? plan.size
        resizer = PictureResizer(to: size)
    }

    func append(_ pixels: PixelBuffer) throws {
        let file: [UInt8]
        if let last, last.pixels === pixels {
            file = last.file
        } else {
            file = try StillWriter.encoded(resizer.resized(pixels), as: format)
            last = (pixels, file)
        }
        try files.write(file, at: count)
        bytes += file.count
        count += 1
    }

    func finish() -> OutputSummary {
        OutputSummary(path: path, size: size, frames: count, samples: nil, bytes: bytes)
    }

    func discard() { last = nil }
}
