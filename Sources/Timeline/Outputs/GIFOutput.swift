import Encoder
import Files
import Frames
import LibAV

/// Writes a timeline, or a part of it, as an animated GIF.
actor GIFOutput: OutputWriter {
    nonisolated let selection: FrameSelection

    private let queue = EncoderQueue(label: "pagereel.gif-output")
    private let path: String
    private let size: PixelSize
    private let resizer: PictureResizer
    private var writer: GIFWriter?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Prepares the file.
    init(_ output: PlannedOutput, of plan: TimelinePlan, at place: OutputPlace) throws(FileError) {
        path = output.path
        size = output.size ?? plan.size
        let frameRate = Self.frameRate(output.frameRate ?? plan.frameRate)
        selection = output.selection(of: plan, at: frameRate)
        resizer = PictureResizer(to: size)
        writer = try GIFWriter(place, size: size, frameRate: frameRate)
    }

    /// The requested frame rate, limited to what players support.
    private static func frameRate(_ rate: FrameRate) -> FrameRate {
        guard let highest = FrameRate(numerator: GIFWriter.highestRate), rate.isAbove(highest) else { return rate }
        return highest
    }

    func append(_ pixels: PixelBuffer) throws { try writer?.append(resizer.resized(pixels)) }

    func finish() throws -> OutputSummary {
        guard let writer else { throw CancellationError() }
        let bytes = try writer.finish { Task.isCancelled }
        return OutputSummary(path: path, size: size, frames: writer.count, samples: nil, bytes: bytes)
    }

    func discard() { writer = nil }
}
