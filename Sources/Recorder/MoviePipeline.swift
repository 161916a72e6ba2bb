internal import Encoder
internal import Frames

/// The way from the sampler to the file: pool, queue, encoder, output.
///
/// Opened before the page, so that what can fail does so before anything is
/// asked of it; started with the recording; ended by finishing or discarding.
@MainActor
final class MoviePipeline {
    /// The pictures' memory.
    let pool: PixelBufferPool
    /// Where the sampler offers frames.
    let queue: FrameQueue
    /// The file's final name, for sure once it is finished.
    private(set) var path: String
    /// How the file is written.
    var format: MovieFormat { writer.format }
    /// What a person should know about the encoder, as sentences.
    var warnings: [String] { writer.warnings }

    private let output: OutputFile
    private let writer: MovieWriter
    private var encoding: Task<(any Error)?, Never>?

    /// Opens the soundtrack, reserves the output and opens the encoder.
    ///
    /// - Throws: ``EncoderError``; nothing is left behind then.
    init(_ plan: RecordingPlan) throws {
        let soundtrack = try plan.soundtrack.map { try Soundtrack($0) }
        let size = plan.pageOptions.pixelSize
        output = try OutputFile(
            path: plan.output, overwrite: plan.overwritesOutput, nextName: plan.nextOutput)
        path = output.path
        do {
            writer = try MovieWriter(
                path: output.temporaryPath,
                video: plan.videoSettings,
                soundtrack: soundtrack,
                // A recording that can be repeated says the same each time.
                creationTime: plan.pageOptions.virtualTime?.date.map { Int($0 / 1000) },
                metadata: plan.metadata(title: ""))
        } catch {
            output.discard()
            throw error
        }
        pool = PixelBufferPool(ofRecording: size, hasAlpha: plan.pageOptions.isTransparent)
        queue = FrameQueue(of: pool)
    }

    /// Begins to encode what comes through the queue.
    ///
    /// - Parameter onFailure: Called once, on the main actor, if encoding
    ///   fails; frames are refused from then on.
    func start(onFailure: @escaping @MainActor (any Error) -> Void) {
        encoding = Task { [queue, writer] in
            do {
                for await frame in queue { try await writer.append(frame) }
                return nil
            } catch {
                queue.discard()
                onFailure(error)
                return error
            }
        }
    }

    /// Bytes of the file so far.
    var bytesWritten: Int {
        get async { await writer.bytesWritten }
    }

    /// Encodes what waits in the finished queue and gives the file its name.
    ///
    /// - Throws: ``EncoderError``; also one that encoding had met before.
    func finish(frameCount: Int, chapters: [Chapter], metadata: MovieMetadata) async throws -> MovieSummary {
        if let error = await encoding?.value { throw error }
        let movie = try await writer.finish(frameCount: frameCount, chapters: chapters, metadata: metadata)
        path = try output.commit()
        return movie
    }

    /// Ends encoding and removes the file.
    func discard() async {
        queue.discard()
        _ = await encoding?.value
        await writer.discard()
        output.discard()
    }

    /// Removes the file at once, without waiting for the encoder; the
    /// process ends next.
    func abort() { output.discard() }
}
