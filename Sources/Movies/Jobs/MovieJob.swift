import Decoder
internal import Encoder
import Files
internal import Frames
private import Synchronization

/// One movie from a source's pictures: made whole, or not at all.
///
/// It runs once.
public final class MovieJob: Sendable {
    /// What becomes of the pictures.
    public let plan: MoviePlan
    /// Where they come from; used by this job alone.
    public let source: any FrameSource

    /// The file, while it is written.
    private let output = Mutex<OutputFile?>(nil)

    /// Describes a job; nothing starts yet.
    public init(_ plan: MoviePlan, source: any FrameSource) {
        self.plan = plan
        self.source = source
    }

    /// Makes the movie.
    ///
    /// Cancelling the task that runs it ends it soon; nothing of the movie
    /// stays behind then, and an old file is as it was.
    ///
    /// - Parameter onProgress: Hears of it every few frames, on any thread.
    /// - Throws: ``FileError``, `CancellationError`, and what the source
    ///   throws.
    public func run(
        onProgress: @escaping @Sendable (MovieProgress) -> Void = { _ in }
    ) async throws -> FinishedMovie {
        try Task.checkCancellation()
        try plan.validate()
        let output = try OutputFile(path: plan.output, overwrite: plan.overwritesOutput)
        self.output.withLock { $0 = output }
        defer { self.output.withLock { $0 = nil } }
        do {
            let soundtrack = try plan.soundtrack.map { try Soundtrack($0) }
            let format = try await source.open()
            try Task.checkCancellation()
            let writer = try MovieWriter(
                path: output.temporaryPath, video: plan.videoSettings(format), soundtrack: soundtrack,
                metadata: plan.metadata)
            do {
                let movie = try await write(to: writer, format, onProgress)
                // The writer is done; whoever cancels now is too late only
                // once the file has its name.
                try Task.checkCancellation()
                return FinishedMovie(path: try output.commit(), movie: movie, warnings: writer.warnings)
            } catch {
                await writer.discard()
                throw error
            }
        } catch {
            output.discard()
            throw error
        }
    }

    /// Removes what has been written so far, at once; the process ends next.
    public func abort() { output.withLock { $0?.discard() } }

    private func write(
        to writer: MovieWriter, _ format: FrameFormat, _ onProgress: @Sendable (MovieProgress) -> Void
    ) async throws -> MovieSummary {
        // A picture that stays is encoded in steps of about a second's work, so
        // that whoever cancels need not wait for its end.
        let step = max(1, min(Self.longestStep, Self.pixelsInStep / (format.size.width * format.size.height)))
        var index = 0
        var run = try await source.next()
        while let current = run {
            guard current.pixels.size == format.size, current.pixels.hasAlpha == format.hasAlpha else {
                throw FileError(
                    .internalFailure, "A picture of \(current.pixels.size) came where \(format.size) was announced.")
            }
            // The next picture is made while this one is encoded.
            async let following = source.next()
            let end = index + current.count
            var place = index
            while place < end {
                try Task.checkCancellation()
                try await writer.append(Frame(index: place, pixels: current.pixels))
                onProgress(
                    MovieProgress(
                        frames: place + 1, frameCount: format.frameCount, bytes: writer.bytesWritten))
                place = place + 1 < end ? min(place + step, end - 1) : end
            }
            index = end
            run = try await following
        }
        return try await writer.finish(frameCount: index, chapters: plan.chapters, metadata: plan.metadata)
    }

    /// The most frames that are encoded at once.
    private static let longestStep = 30
    /// The most pixels that are encoded at once, if they are more than one
    /// frame's.
    private static let pixelsInStep = 30_000_000
}
