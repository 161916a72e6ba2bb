import Files
import Frames

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
