package import EngineLink
package import Frames

/// A type that captures frames of a page, on either clock.
@MainActor
package protocol Sampler: AnyObject {
    /// The recording's time.
    var clock: RecordingClock { get }
    /// Frames of the video so far, including repeated ones.
    var frames: Int { get }
    /// Frames that repeat the one before because they were missed.
    var repeated: Int { get }

    /// Excludes the time from an instant on from the video.
    func pause(at instant: PageInstant)
    /// Captures no frames after an instant, at which the recording ended.
    func halt(at instant: PageInstant)
    /// Continues the video after a pause.
    func resume(at instant: PageInstant)
    /// Ends sampling and finishes the queue.
    ///
    /// - Parameters:
    ///   - instant: When the recording ended.
    ///   - pageIsAlive: Whether a last picture can still be captured.
    /// - Returns: The length of the video in frames, at least one.
    func stop(at instant: PageInstant, pageIsAlive: Bool) async -> Int
}

/// What a sampler captures, and where the frames go.
package struct SamplerSettings {
    let view: PageView
    let frameRate: FrameRate
    let capture: CaptureMethod
    let queue: any FrameSink
    let pool: PixelBufferPool
    let start: PageInstant
    let limit: Int
    let patience: Duration
    /// What is drawn over the page; `nil` for nothing.
    let overlay: FrameOverlay?
    /// What measures the sampler's work; `nil` for nothing.
    let work: WorkMeter?

    /// Describes what is captured.
    ///
    /// - Parameters:
    ///   - view: The page; its pictures have the pool's size.
    ///   - frameRate: The frame rate of the video.
    ///   - capture: How frames are captured.
    ///   - queue: Where frames go; in real time, a full queue drops them.
    ///   - pool: The memory of the pictures; larger than the queue by what its reader and the sampler hold.
    ///   - start: When the recording began, in the page's time.
    ///   - limit: The most frames to capture, if the length is known.
    ///   - patience: How long the page may take for a snapshot.
    ///   - overlay: What is drawn over the page (default: nothing).
    ///   - work: What measures the sampler's work (default: nothing).
    package init(
        view: PageView, frameRate: FrameRate, capture: CaptureMethod = .view, queue: any FrameSink,
        pool: PixelBufferPool, start: PageInstant, limit: Int? = nil, patience: Duration = .seconds(15),
        overlay: FrameOverlay? = nil, work: WorkMeter? = nil
    ) {
        self.view = view
        self.frameRate = frameRate
        self.capture = capture
        self.queue = queue
        self.pool = pool
        self.start = start
        self.limit = limit ?? .max
        self.patience = patience
        self.overlay = overlay
        self.work = work
    }
}

/// A sampler for pages on the virtual clock; ``PageTimeline`` says when it
/// captures.
@MainActor
protocol PacedSampler: Sampler {
    /// When the next frame is due; `nil` in a pause and after the last one.
    var nextFrame: PageInstant? { get }
    /// Whether the page has stopped responding, so that its time cannot advance.
    var isStuck: Bool { get }
    /// Whether frames may be skipped while the page is idle.
    var skipsRest: Bool { get }

    /// Claims the frame that is due now for the page's current picture.
    func claimFrame()
    /// Draws the picture of the claimed frames, or redraws it if the page has a newer one for the
    /// same instant.
    ///
    /// - Parameter isNew: Whether the view has a picture that was not drawn yet.
    func drawClaimed(isNew: Bool) async
    /// Sends the claimed frames to the queue, with the last drawn picture.
    func publishClaimed() async
    /// Skips the frames before an instant.
    func skip(to instant: PageInstant)
}
