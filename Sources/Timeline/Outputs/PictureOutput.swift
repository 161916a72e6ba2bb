import Encoder
import Files
import Frames
import LibAV

/// Writes single pictures of a timeline, each to a file.
actor PictureOutput: OutputWriter {
    /// Writes an encoded picture, given its index in the selection.
    typealias Write = @Sendable (_ file: [UInt8], _ index: Int) throws(FileError) -> Void

    nonisolated let selection: FrameSelection

    private let queue = EncoderQueue(label: "pagereel.picture-output")
    private let write: Write
    private let path: String
    private let format: StillFormat
    private let size: PixelSize
    private let resizer: PictureResizer
    private var (count, bytes) = (0, 0)
    /// The last picture and its encoded file, so that an unchanged picture is encoded once.
    private var last: (pixels: PixelBuffer, file: [UInt8])?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Prepares the pictures of a selection.
    init(
        _ output: PlannedOutput, _ selection: FrameSelection, of plan: TimelinePlan, _ write: @escaping Write
    ) throws(FileError) {
        self.selection = selection
        self.write = write
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
        try write(file, count)
        bytes += file.count
        count += 1
    }

    func finish() -> OutputSummary {
        OutputSummary(path: path, size: size, frames: count, samples: nil, bytes: bytes)
    }

    func discard() { last = nil }
}

extension StillFormat {
    /// The picture format that an output's file name implies.
    ///
    /// - Throws: `FileError/Code/invalidSettings`.
    static func of(_ output: PlannedOutput) throws(FileError) -> StillFormat {
        guard let format = StillFormat(fileName: output.path) else {
            throw FileError(
                .invalidSettings,
                "The output '\(output.path)' does not end like a picture. Name it \(StillFormat.fileNames).")
        }
        return format
    }
}
