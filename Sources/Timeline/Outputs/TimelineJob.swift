public import Encoder
import Files
public import Frames
public import LibAV

/// Writes all outputs of a timeline in one pass over its frames.
///
/// Either all outputs appear complete, or none does and existing files stay unchanged.
public final class TimelineJob: Sendable {
    private let plan: TimelinePlan
    private let settings: OutputSettings

    /// Describes the job without starting it.
    public init(_ plan: TimelinePlan, settings: OutputSettings = OutputSettings()) {
        self.plan = plan
        self.settings = settings
    }

    /// Renders the timeline and writes all outputs.
    ///
    /// A canceled task ends soon and leaves no files behind.
    ///
    /// - Parameters:
    ///   - onProgress: Called on the renderer's thread after each frame.
    ///   - makeRenderer: Creates the renderer on the thread where it is used.
    /// - Returns: A summary of the outputs.
    /// - Throws: `FileError`, what the renderer throws, or `CancellationError`.
    public func run(
        onProgress: @escaping @Sendable (TimelineProgress) -> Void = { _ in },
        _ makeRenderer: @escaping @Sendable () throws -> any FrameRenderer
    ) async throws -> TimelineSummary {
        try OutputNames.check(plan)
        var files = OutputGroup()
        var writers: [any OutputWriter] = []
        do {
            for output in plan.outputs {
                writers.append(try output.writer(of: plan, settings, in: &files))
            }
            let summary = try await Self.write(writers, onProgress: onProgress, makeRenderer)
            try Task.checkCancellation()
            try files.commit()
            return summary
        } catch {
            for writer in writers { await writer.discard() }
            files.discard()
            throw error
        }
    }

    /// Renders the frames while each writer consumes them at its own pace.
    private static func write(
        _ writers: [any OutputWriter], onProgress: @escaping @Sendable (TimelineProgress) -> Void,
        _ makeRenderer: @escaping @Sendable () throws -> any FrameRenderer
    ) async throws -> TimelineSummary {
        let lanes = writers.map { FrameLane(selection: $0.selection) }
        return try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask {
                .rendered(
                    warnings: try await RenderingStage().render(makeRenderer, to: lanes, onProgress: onProgress))
            }
            for (index, writer) in writers.enumerated() {
                let queue = lanes[index].queue
                group.addTask {
                    // Do not block the renderer on a writer that has failed.
                    defer { queue.discard() }
                    var count = 0
                    for await frame in queue {
                        try await writer.append(frame.pixels)
                        count += 1
                    }
                    // The queue also ends after an error in the renderer.
                    guard count == writer.selection.count else { throw CancellationError() }
                    return .written(index, try await writer.finish())
                }
            }
            return try await summary(of: &group)
        }
    }

    /// Waits for all writers.
    ///
    /// Throws the first error that is not a cancellation caused by another error.
    private static func summary(of group: inout ThrowingTaskGroup<Result, any Error>) async throws -> TimelineSummary {
        var summaries: [(Int, OutputSummary)] = []
        var warnings: [String] = []
        var failure: (any Error)?
        while let result = await group.nextResult() {
            switch result {
            case .success(.rendered(let found)): warnings = found
            case .success(.written(let index, let summary)): summaries.append((index, summary))
            case .failure(let error):
                if failure == nil || failure is CancellationError { failure = error }
                group.cancelAll()
            }
        }
        if let failure { throw failure }
        return TimelineSummary(summaries.sorted { $0.0 < $1.0 }.map(\.1), pictureWarnings: warnings)
    }

    /// The result of a task of the job.
    private enum Result: Sendable {
        /// All frames were rendered.
        case rendered(warnings: [String])
        /// The output with this index was written.
        case written(Int, OutputSummary)
    }
}

/// The progress of rendering a timeline.
public struct TimelineProgress: Sendable, Equatable {
    /// The number of frames rendered so far.
    public let done: Int
    /// The number of frames to render.
    public let total: Int
}

/// A summary of a timeline that was rendered.
public struct TimelineSummary: Sendable {
    /// A summary of each output, in the plan's order.
    public let outputs: [OutputSummary]
    /// Warnings about the clips' and the sounds' files for the user, as sentences, each once.
    public let warnings: [String]

    /// Collects the summaries.
    ///
    /// - Parameter pictureWarnings: Warnings about the clips' files.
    init(_ outputs: [OutputSummary], pictureWarnings: [String]) {
        self.outputs = outputs
        var known: Set<String> = []
        warnings = (pictureWarnings + outputs.flatMap(\.warnings)).filter { known.insert($0).inserted }
    }
}

/// A summary of one output that was written.
public struct OutputSummary: Sendable {
    /// The file's path, or the pattern of a sequence's paths.
    public let path: String
    /// The size of the pictures.
    public let size: PixelSize
    /// The number of pictures.
    public let frames: Int
    /// The number of sound samples, at 48 kHz; `nil` without sound.
    public let samples: Int?
    /// The total size of the files, in bytes.
    public let bytes: Int
    /// Warnings about the sounds' files for the user, as sentences.
    public var warnings: [String] = []
}

/// Settings that all outputs of a timeline share.
public struct OutputSettings: Sendable {
    /// Whether existing files may be overwritten.
    public var overwrite = false
    /// The encoder's trade-off between speed and file size.
    public var preset = EncoderPreset.veryfast
    /// What the encoder keeps constant: the quality or the bit rate.
    public var rate = RateControl.quality(20)
    /// The highest number of threads for each encoder (default: the encoder's choice).
    public var threads: Int?
    /// The metadata of videos.
    public var metadata = MovieMetadata(pageAddress: "")
    /// The creation time of videos, in seconds since 1970 (default: now).
    public var creationTime: Int?

    /// Creates the default settings.
    public init() {}
}
