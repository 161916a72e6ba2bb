import Decoder

/// Turns a timeline into pictures, files and playback.
///
/// Each of its products inspects the timeline's files and records its pages once, when it is made.
public struct CompositionGenerator: Sendable {
    /// The timeline.
    public let timeline: Timeline
    private let pages: PagePlanner
    private let onEvent: @Sendable (PageClipEvent) -> Void

    /// Creates a generator; opens no files yet.
    ///
    /// - Parameters:
    ///   - timeline: The timeline.
    ///   - pages: Plans the recordings of the timeline's pages.
    ///   - onEvent: Called for each event of these recordings, on their threads.
    public init(
        _ timeline: Timeline, pages: PagePlanner = .standard,
        onEvent: @escaping @Sendable (PageClipEvent) -> Void = { _ in }
    ) {
        self.timeline = timeline
        self.pages = pages
        self.onEvent = onEvent
    }

    /// Resolves the timeline to whole frames, samples and pixels.
    ///
    /// - Throws: ``TimelineError`` for a contradiction, `FileError` for a file that cannot be used.
    public func plan() throws -> TimelinePlan {
        try timeline.checkValues()
        return try TimelineResolver(timeline, probe: FileProbe()).plan()
    }

    /// Makes an object that renders single pictures.
    ///
    /// - Throws: The errors of ``plan()``, and ``PageClipError``.
    public func imageGenerator() async throws -> ImageGenerator { ImageGenerator(try await recordedPlan()) }

    /// Makes an object that writes files.
    ///
    /// - Parameters:
    ///   - outputs: The files to write, all in one pass.
    ///   - settings: The settings that they share.
    /// - Throws: The errors of ``plan()``, and ``PageClipError``.
    public func exportSession(
        to outputs: [PlannedOutput], settings: OutputSettings = OutputSettings()
    ) async throws -> ExportSession {
        var plan = try await recordedPlan()
        plan.outputs = outputs
        return ExportSession(plan, settings: settings)
    }

    /// Makes an object that writes one video, with default settings.
    ///
    /// - Parameters:
    ///   - path: The video's path; its name decides the format.
    ///   - overwrite: Whether an existing file may be replaced.
    /// - Throws: The errors of ``plan()``, and ``PageClipError``.
    public func exportSession(to path: String, overwrite: Bool = false) async throws -> ExportSession {
        var settings = OutputSettings()
        settings.overwrite = overwrite
        return try await exportSession(to: [PlannedOutput(path: path, kind: .movie)], settings: settings)
    }

    /// Makes an object that plays the timeline in real time.
    ///
    /// - Throws: The errors of ``plan()``, and ``PageClipError``.
    public func previewPlayer() async throws -> PreviewPlayer { PreviewPlayer(try await recordedPlan()) }

    private func recordedPlan() async throws -> TimelinePlan {
        try await plan().recordingPages(by: pages, onEvent: onEvent)
    }
}
