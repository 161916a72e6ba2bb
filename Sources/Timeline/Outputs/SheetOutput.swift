import Encoder
import Files
import Frames
import LibAV

/// Writes a contact sheet of a timeline.
actor SheetOutput: OutputWriter {
    nonisolated let selection: FrameSelection

    /// The default width of a column, in pixels.
    private static let defaultWidth = 320

    private let queue = EncoderQueue(label: "pagereel.sheet-output")
    private let file: OutputFile
    private let path: String
    private let format: StillFormat
    private let columns: Int
    private let size: PixelSize
    private let resizer: PictureResizer
    private var cells: [ContactSheet.Cell] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Prepares a sheet.
    init(
        _ output: PlannedOutput, columns: Int, frames: [Int], of plan: TimelinePlan, as file: OutputFile
    ) throws(FileError) {
        self.file = file
        path = output.path
        format = try StillFormat.of(output)
        guard columns > 0, !frames.isEmpty else {
            throw FileError(.invalidSettings, "The sheet '\(output.path)' needs a column and a picture at least.")
        }
        self.columns = columns
        let width = min(Self.defaultWidth, plan.size.width)
        let height = max(1, (plan.size.height * width + plan.size.width / 2) / plan.size.width)
        size = output.size ?? PixelSize(width: width, height: height)
        selection = FrameSelection(frames)
        resizer = PictureResizer(to: size)
    }

    func append(_ pixels: PixelBuffer) throws { cells.append(.init(picture: try resizer.resized(pixels))) }

    func finish() throws -> OutputSummary {
        let sheet = try ContactSheet.compose(cells, columns: columns, cellWidth: size.width)
        let picture = try StillWriter.encoded(sheet, as: format)
        try file.write(picture)
        return OutputSummary(
            path: path, size: sheet.size, frames: cells.count, samples: nil, bytes: picture.count)
    }

    func discard() { cells = [] }
}
