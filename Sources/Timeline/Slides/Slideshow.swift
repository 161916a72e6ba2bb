import Encoder
public import Movies

/// Supplies the frames of a slide show, rendered from a timeline.
///
/// At most two slides are open at once. Runs on its own thread.
public actor Slideshow: FrameSource {
    private let queue = EncoderQueue(label: "pagereel.slides")
    private let plan: SlideshowPlan
    private var renderer: TimelineRenderer?
    /// The next frame of the video, and the number of frames.
    private var (position, frameCount) = (0, 0)

    /// The executor of the show's own queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Creates a slide show; reads no files yet.
    public init(_ plan: SlideshowPlan) { self.plan = plan }

    /// Inspects every file and plans the timeline.
    ///
    /// - Throws: `FileError/Code/unreadableInput` for the first file that is missing or not a
    ///   picture, `FileError/Code/invalidSettings` for contradictory times, `CancellationError`.
    public func open() async throws -> FrameFormat {
        let timeline = try plan.timeline()
        renderer = TimelineRenderer(timeline, sources: PictureSources())
        frameCount = timeline.frameCount
        return FrameFormat(size: timeline.size, hasAlpha: timeline.isTransparent, frameCount: frameCount)
    }

    /// Returns the next frame; `nil` after the last one.
    public func next() async throws -> FrameRun? {
        guard let renderer, position < frameCount else { return nil }
        defer { position += 1 }
        return FrameRun(try renderer.picture(at: position))
    }
}
