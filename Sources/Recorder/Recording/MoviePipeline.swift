internal import Decoder
internal import Encoder
internal import Files
internal import Frames
internal import LibAV

/// The output file of a take and the encoder that reads the take's frames.
///
/// It is opened before the page, so that configuration errors are reported first. It ends with
/// `finish` or `discard`.
final class MoviePipeline: Sendable {
    /// A finished file.
    struct File: Sendable {
        /// Its final name.
        let path: String
        let movie: MovieSummary
    }

    /// How the file is written.
    var format: MovieFormat { writer.format }
    /// Warnings about the encoder, as sentences.
    var warnings: [String] { writer.warnings }
    /// The file's length so far, in bytes.
    var bytesWritten: Int { writer.bytesWritten }

    private let output: OutputFile
    private let writer: MovieWriter
    private let queue: FrameQueue

    /// Opens the soundtrack, reserves the output and opens the encoder.
    ///
    /// - Parameters:
    ///   - plan: What to record.
    ///   - queue: The take's frames.
    ///   - creationTime: The file's creation time, in seconds since 1970 (default:
    ///     now).
    /// - Throws: ``FileError``; nothing is left behind then.
    init(_ plan: RecordingPlan, queue: FrameQueue, creationTime: Int?) throws {
        self.queue = queue
        let soundtrack = try plan.soundtrack.map { try Soundtrack($0) }
        output = try OutputFile(path: plan.output, overwrite: plan.overwritesOutput, nextName: plan.nextOutput)
        do {
            writer = try MovieWriter(
                path: output.temporaryPath, video: plan.videoSettings, soundtrack: soundtrack,
                creationTime: creationTime, metadata: plan.metadata(title: ""))
        } catch {
            output.discard()
            throw error
        }
    }

    /// Starts encoding the queue's frames.
    ///
    /// - Parameter onFailure: Called once if encoding fails; the queue refuses
    ///   frames from then on.
    func start(onFailure: @escaping @Sendable (any Error) -> Void) async throws {
        try await writer.write(queue, onFailure: onFailure)
    }

    /// Encodes the queue's remaining frames and gives the file its name.
    ///
    /// - Throws: ``FileError``; also one that was passed to `onFailure`.
    func finish(frameCount: Int, chapters: [Chapter], metadata: MovieMetadata) async throws -> File {
        queue.finish()
        let movie = try await writer.finish(frameCount: frameCount, chapters: chapters, metadata: metadata)
        return File(path: try output.commit(), movie: movie)
    }

    /// Ends encoding and removes the file.
    ///
    /// - Parameter keepingQueue: Whether to leave the queue to another pipeline;
    ///   only before ``start(onFailure:)``.
    func discard(keepingQueue: Bool = false) async {
        if !keepingQueue { queue.discard() }
        await writer.discard()
        output.discard()
    }

    /// Removes the file at once, without waiting for the encoder; the process must
    /// exit next.
    func abort() { output.discard() }
}
