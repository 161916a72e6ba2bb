private import Synchronization

/// Writes files of a timeline.
///
/// Either all outputs appear complete, or none does and existing files stay unchanged.
public final class ExportSession: Sendable {
    /// The timeline in whole numbers, with the outputs.
    public let plan: TimelinePlan
    /// The recordings of pages, which exist as long as this object.
    private let recordings: ClipRecordings
    private let settings: OutputSettings
    private let state = Mutex((task: Task<TimelineSummary, any Error>?.none, isCanceled: false))

    init(_ recordings: ClipRecordings, outputs: [PlannedOutput], settings: OutputSettings) {
        self.recordings = recordings
        self.settings = settings
        var plan = recordings.plan
        plan.outputs = outputs
        self.plan = plan
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
        let task = state.withLock { state in
            let task = Task { [plan, settings] in
                try await TimelineJob(plan, settings: settings).run(onProgress: onProgress) {
                    TimelineRenderer(plan, sources: PictureSources())
                }
            }
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
}
