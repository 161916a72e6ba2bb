public import Encoder
import Files
public import Frames
public import LibAV
private import Synchronization

/// Writes files of a timeline, all in one pass over its frames.
///
/// Either all outputs appear complete, or none does and existing files stay unchanged.
public final class ExportSession: Sendable {
    /// The timeline in whole numbers, with the outputs.
    public let plan: TimelinePlan
    private let settings: OutputSettings
    private let state = Mutex(State())

    private struct State {
        var task: Task<TimelineSummary, any Error>?
        var isCanceled = false
        /// The unfinished files.
        var files = OutputGroup()
    }

    /// Describes the session without starting it.
    public init(_ plan: TimelinePlan, settings: OutputSettings = OutputSettings()) {
        self.plan = plan
        self.settings = settings
    }

    /// Renders the timeline and writes all outputs; may be called once.
    ///
    /// A canceled task ends soon and leaves no files behind, like ``cancel()``.
    ///
    /// - Parameter onProgress: Called on the renderer's thread after each frame.
    /// - Returns: A summary of the outputs.
    /// - Throws: `FileError`, errors of the timeline's files, or `CancellationError`.
    public func run(onProgress: @escaping @Sendable (TimelineProgress) -> Void = { _ in }) async throws
        -> TimelineSummary
    {
        try await run(onProgress: onProgress) { [plan] in TimelineRenderer(plan) }
    }

    /// Writes the frames of a renderer, which is created on the thread where it is used.
    func run(
        onProgress: @escaping @Sendable (TimelineProgress) -> Void = { _ in },
        _ makeRenderer: @escaping @Sendable () throws -> any FrameRenderer
    ) async throws -> TimelineSummary {
        let task = state.withLock { state in
            let task = Task { try await write(onProgress, makeRenderer) }
            if state.isCanceled { task.cancel() }
            state.task = task
            return task
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Stops writing; ``run(onProgress:)`` throws `CancellationError`, and no file is left.
    public func cancel() {
        let task = state.withLock { state in
            state.isCanceled = true
            return state.task
        }
        task?.cancel()
    }

    /// Removes the unfinished files at once; call this right before the process exits.
    package func abort() { state.withLock { $0.files.discard() } }

    private func write(
        _ onProgress: @escaping @Sendable (TimelineProgress) -> Void,
        _ makeRenderer: @escaping @Sendable () throws -> any FrameRenderer
    ) async throws -> TimelineSummary {
        try plan.checkOutputNames()
        var files = OutputGroup()
        var writers: [any OutputWriter] = []
        do {
            for output in plan.outputs {
                writers.append(try output.writer(of: plan, settings, in: &files))
            }
            state.withLock { [files] in $0.files = files }
            let summary = try await Self.render(plan.size, to: writers, onProgress, makeRenderer)
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
    private static func render(
        _ size: PixelSize, to writers: [any OutputWriter],
        _ onProgress: @escaping @Sendable (TimelineProgress) -> Void,
        _ makeRenderer: @escaping @Sendable () throws -> any FrameRenderer
    ) async throws -> TimelineSummary {
        let lanes = writers.map { FrameLane($0.selection, of: size, isDrawn: $0.needsPictures) }
        return try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask {
                .rendered(
                    warnings: try await RenderingStage().render(makeRenderer, to: lanes) { done, total in
                        let bytes = writers.reduce(0) { $0 + $1.bytesWritten }
                        onProgress(TimelineProgress(done: done, total: total, bytes: bytes))
                    })
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

/// Renders frames ahead of the encoders, on its own thread.
private actor RenderingStage {
    private let executor = EncoderQueue(label: "pagereel.timeline")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Renders every needed frame once and passes it to the lanes.
    ///
    /// - Parameters:
    ///   - makeRenderer: Creates the renderer; called on the stage's thread.
    ///   - lanes: The needed frames and their queues. The queues are finished at the end, or discarded after an error.
    ///   - onProgress: Called after each frame.
    /// - Returns: The renderer's warnings.
    /// - Throws: What the renderer throws, or `CancellationError`.
    func render(
        _ makeRenderer: @Sendable () throws -> any FrameRenderer, to lanes: [FrameLane],
        onProgress: @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> [String] {
        do {
            let renderer = try makeRenderer()
            let noPicture = PixelBuffer(size: PixelSize(width: 1, height: 1))
            let total = try Self.frameCount(of: lanes)
            var next = [Int](repeating: 0, count: lanes.count)
            var done = 0
            while let frame = Self.nextFrame(of: lanes, next) {
                try Task.checkCancellation()
                let isDrawn = zip(lanes, next).contains { $0.isDrawn && $0.frame(at: $1) == frame }
                let pixels = isDrawn ? try renderer.picture(at: frame) : noPicture
                for (index, lane) in lanes.enumerated() where lane.frame(at: next[index]) == frame {
                    await lane.queue.send(Frame(index: next[index], pixels: pixels))
                    next[index] += 1
                }
                done += 1
                onProgress(done, total)
            }
            for lane in lanes { lane.queue.finish() }
            return renderer.warnings
        } catch {
            for lane in lanes { lane.queue.discard() }
            throw error
        }
    }

    /// The next frame to render.
    private static func nextFrame(of lanes: [FrameLane], _ next: [Int]) -> Int? {
        zip(lanes, next).compactMap { lane, index in lane.frame(at: index) }.min()
    }

    /// The number of frames that at least one lane needs.
    ///
    /// - Throws: `CancellationError`; a long timeline with several outputs takes seconds.
    private static func frameCount(of lanes: [FrameLane]) throws -> Int {
        let selections = lanes.map(\.selection)
        if let most = selections.max(by: { $0.count < $1.count }), selections.allSatisfy(most.contains) {
            return most.count
        }
        var next = [Int](repeating: 0, count: lanes.count)
        var count = 0
        while let frame = nextFrame(of: lanes, next) {
            for (index, lane) in lanes.enumerated() where lane.frame(at: next[index]) == frame { next[index] += 1 }
            count += 1
            if count.isMultiple(of: 1024) { try Task.checkCancellation() }
        }
        return count
    }
}

/// The path of frames from the renderer to one output.
private struct FrameLane: Sendable {
    /// The frames that the output needs.
    let selection: FrameSelection
    /// Whether the output needs pictures, which have to be drawn.
    let isDrawn: Bool
    /// The queue to the output; its capacity bounds memory use.
    let queue: FrameQueue

    /// The most bytes of pictures in the queue, if it holds more than one: three of 2560x1440 pixels.
    private static let mostBytes = 45_000_000

    /// Creates the path of an output's frames, which have the canvas's size.
    init(_ selection: FrameSelection, of size: PixelSize, isDrawn: Bool) {
        (self.selection, self.isDrawn) = (selection, isDrawn)
        queue = FrameQueue(capacity: min(3, max(1, Self.mostBytes / PixelBuffer.byteCount(of: size))))
    }

    /// The timeline frame of a picture, or `nil` after the last picture.
    func frame(at index: Int) -> Int? { index < selection.count ? selection.frame(at: index) : nil }
}

/// The progress of rendering a timeline.
public struct TimelineProgress: Sendable, Equatable {
    /// The number of frames rendered so far.
    public let done: Int
    /// The number of frames to render.
    public let total: Int
    /// The size of the videos so far, in bytes.
    public let bytes: Int
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
    /// The properties of a video; `nil` for other outputs.
    public var movie: MovieSummary?
    /// Warnings about the encoder and the sounds' files for the user, as sentences.
    public var warnings: [String] = []
}

/// Settings that all outputs of a timeline share.
public struct OutputSettings: Sendable {
    /// Whether existing files may be overwritten.
    public var overwrite = false
    /// The metadata of videos.
    public var metadata = MovieMetadata(pageAddress: "")
    /// The creation time of videos, in seconds since 1970 (default: now).
    public var creationTime: Int?

    /// Creates the default settings.
    public init() {}
}
