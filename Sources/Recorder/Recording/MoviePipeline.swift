internal import Encoder
internal import Frames
internal import Synchronization

/// The way from the queue of frames to the file: encoder and output.
///
/// Opened before the page, so that what can fail does so before anything is
/// asked of it; ended by finishing or discarding.
final class MoviePipeline: Sendable {
    /// A finished file.
    struct File: Sendable {
        /// Its final name.
        let path: String
        let movie: MovieSummary
    }

    /// How the file is written.
    var format: MovieFormat { writer.format }
    /// What a person should know about the encoder, as sentences.
    var warnings: [String] { writer.warnings }
    /// Bytes of the file a moment ago.
    var bytesWritten: Int { bytes.load(ordering: .relaxed) }

    private let output: OutputFile
    private let writer: MovieWriter
    private let queue: FrameQueue
    private let bytes = Atomic(0)
    private let encoding = Mutex<Task<(any Error)?, Never>?>(nil)

    /// How often the file's length is asked for.
    private static let lookInterval = Duration.milliseconds(100)

    /// Opens the soundtrack, reserves the output and opens the encoder.
    ///
    /// - Parameters:
    ///   - plan: What is recorded.
    ///   - queue: Where frames come from.
    ///   - creationTime: What the file has as the time of its making, in seconds
    ///     since 1970 (default: now).
    /// - Throws: ``EncoderError``; nothing is left behind then.
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

    /// Begins to encode what comes through the queue.
    ///
    /// - Parameter onFailure: Called once if encoding fails; frames are refused
    ///   from then on.
    func start(onFailure: @escaping @Sendable (any Error) -> Void) {
        let task = Task { [self] in
            do {
                var lastLook = SuspendingClock.now
                for await frame in queue {
                    try await writer.append(frame)
                    let now = SuspendingClock.now
                    guard lastLook.duration(to: now) >= Self.lookInterval else { continue }
                    lastLook = now
                    bytes.store(await writer.bytesWritten, ordering: .relaxed)
                }
                return nil as (any Error)?
            } catch {
                queue.discard()
                onFailure(error)
                return error
            }
        }
        encoding.withLock { $0 = task }
    }

    /// Encodes what waits in the queue and gives the file its name.
    ///
    /// - Throws: ``EncoderError``; also one that encoding had met before.
    func finish(frameCount: Int, chapters: [Chapter], metadata: MovieMetadata) async throws -> File {
        queue.finish()
        if let error = await encoding.withLock(\.self)?.value { throw error }
        let movie = try await writer.finish(frameCount: frameCount, chapters: chapters, metadata: metadata)
        return File(path: try output.commit(), movie: movie)
    }

    /// Ends encoding and removes the file.
    ///
    /// - Parameter keepingQueue: Whether another pipeline takes its frames.
    func discard(keepingQueue: Bool = false) async {
        if !keepingQueue { queue.discard() }
        _ = await encoding.withLock(\.self)?.value
        await writer.discard()
        output.discard()
    }

    /// Removes the file at once, without waiting for the encoder; the
    /// process ends next.
    func abort() { output.discard() }
}
