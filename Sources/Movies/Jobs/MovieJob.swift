import Decoder
public import Encoder
import Files
public import Frames
public import LibAV
private import Synchronization

/// Encodes the pictures of a source as one movie, completely or not at all.
///
/// A job can run only once.
public final class MovieJob: Sendable {
    /// The settings of the movie.
    public let plan: MoviePlan
    /// The source of the pictures; used by this job only.
    public let source: any FrameSource

    /// The output file while it is being written.
    private let output = Mutex<OutputFile?>(nil)

    /// Creates a job without starting it.
    public init(_ plan: MoviePlan, source: any FrameSource) {
        self.plan = plan
        self.source = source
    }

    /// Encodes the movie.
    ///
    /// Canceling the task ends the job soon; temporary files are removed and an existing file stays
    /// unchanged.
    ///
    /// - Parameter onProgress: Called every few frames, on any thread.
    /// - Throws: `FileError`, `CancellationError`, and what the source throws.
    public func run(
        onProgress: @escaping @Sendable (MovieProgress) -> Void = { _ in }
    ) async throws -> FinishedMovie {
        try Task.checkCancellation()
        if let mistake = plan.movie.overwrittenInput() { throw FileError(.invalidSettings, mistake) }
        let output = try OutputFile(path: plan.output, overwrite: plan.overwritesOutput)
        self.output.withLock { $0 = output }
        defer { self.output.withLock { $0 = nil } }
        let (writer, format): (MovieWriter, FrameFormat)
        do {
            let soundtrack = try plan.soundtrack.map { try Soundtrack($0) }
            format = try await source.open()
            try Task.checkCancellation()
            writer = try MovieWriter(
                output,
                video: plan.movie.video(size: format.size, frameRate: plan.frameRate, hasAlpha: format.hasAlpha),
                sounds: soundtrack.map { [$0] } ?? [], encoding: plan.movie.sound, metadata: plan.metadata)
        } catch {
            output.discard()
            throw error
        }
        do {
            let frames = try await write(to: writer, format, onProgress)
            return try await writer.complete(frameCount: frames, chapters: plan.chapters, metadata: plan.metadata)
        } catch {
            await writer.discard()
            throw error
        }
    }

    /// Removes the unfinished file at once; call this right before the process exits.
    public func abort() { output.withLock { $0?.discard() } }

    /// Encodes the source's pictures.
    ///
    /// - Returns: The number of frames.
    private func write(
        to writer: MovieWriter, _ format: FrameFormat, _ onProgress: @Sendable (MovieProgress) -> Void
    ) async throws -> Int {
        // A picture that is shown for long is encoded in steps of about a second's work, so that
        // cancellation takes effect soon.
        let step = max(1, min(Self.longestStep, Self.pixelsInStep / (format.size.width * format.size.height)))
        var index = 0
        var run = try await source.next()
        while let current = run {
            // Fetch the next picture while this one is encoded.
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
        return index
    }

    /// The highest number of frames per step.
    private static let longestStep = 30
    /// The highest number of pixels per step, unless a single frame has more.
    private static let pixelsInStep = 30_000_000
}

/// The progress of a job.
public struct MovieProgress: Sendable, Hashable {
    /// The number of frames encoded so far.
    public let frames: Int
    /// The total number of frames, if the source knows it.
    public let frameCount: Int?
    /// The size of the file so far, in bytes.
    public let bytes: Int
}

/// The settings of a movie.
///
/// Those of `MovieSettings` are properties of the plan too: `plan.codec` is `plan.movie.codec`.
@dynamicMemberLookup
public struct MoviePlan: Sendable {
    /// The file, and how it is encoded.
    public var movie: MovieSettings
    /// The frame rate of the video.
    public var frameRate: FrameRate
    /// The chapters.
    public var chapters: [Chapter] = []
    /// The metadata of the file.
    public var metadata = MovieMetadata(pageAddress: "")

    /// Accesses a setting of the file.
    public subscript<Value>(dynamicMember setting: WritableKeyPath<MovieSettings, Value>) -> Value {
        get { movie[keyPath: setting] }
        set { movie[keyPath: setting] = newValue }
    }

    /// Creates default settings.
    ///
    /// - Parameters:
    ///   - output: The path of the output file.
    ///   - frameRate: The frame rate of the video.
    public init(output: String, frameRate: FrameRate = .thirty) {
        self.init(MovieSettings(output: output), frameRate: frameRate)
    }

    /// Plans a movie with these settings.
    ///
    /// - Parameters:
    ///   - movie: The file, and how it is encoded.
    ///   - frameRate: The frame rate of the video.
    public init(_ movie: MovieSettings, frameRate: FrameRate = .thirty) {
        self.movie = movie
        self.frameRate = frameRate
    }
}
