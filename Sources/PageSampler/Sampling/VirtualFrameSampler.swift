public import EngineLink
public import Frames

/// Takes frames of a page that lives by a virtual clock.
///
/// Each frame is the page at exactly the frame's presentation time: the page
/// stands still while it is drawn, and waits for the encoder. Nothing is ever
/// dropped. ``PageTimeline`` says when.
@MainActor
public final class VirtualFrameSampler: PacedSampler {
    /// The recording's time, which is the page's.
    public private(set) var clock: RecordingClock
    /// Frames taken so far.
    public private(set) var frames = 0
    /// Places before the page's first picture.
    public private(set) var repeated = 0
    /// Whether the page did not answer when a snapshot was asked for.
    private(set) var isStuck = false

    private let view: PageView
    private let frameRate: FrameRate
    private let capture: CaptureMethod
    private let queue: any FrameSink
    private let pool: PixelBufferPool
    private let limit: Int
    private let patience: Duration
    private var last: PixelBuffer?
    /// What was drawn for the noted frames, not yet published.
    private var drawn: PixelBuffer?
    /// Whether the page has had another picture since, in a pause or between
    /// two frames.
    private var isLastOld = false
    private var isFirst = true
    /// Frames whose time has come and whose picture has not been drawn.
    private var claimed = 0

    /// Starts taking frames; nothing is taken yet.
    ///
    /// - Parameters:
    ///   - view: The page; its pictures have the pool's size.
    ///   - frameRate: Frames a second of the video.
    ///   - capture: How frames are captured.
    ///   - queue: Where frames go.
    ///   - pool: Where pictures' memory comes from; larger than the queue by
    ///     what its reader and this sampler hold.
    ///   - start: When the recording began, in the page's time.
    ///   - limit: The most frames to take, if the length is known.
    ///   - patience: How long the page may take for a snapshot.
    public init(
        view: PageView, frameRate: FrameRate, capture: CaptureMethod, queue: any FrameSink, pool: PixelBufferPool,
        start: PageInstant, limit: Int? = nil, patience: Duration = .seconds(15)
    ) {
        self.view = view
        self.frameRate = frameRate
        self.capture = capture
        self.queue = queue
        self.pool = pool
        self.limit = limit ?? .max
        self.patience = patience
        clock = RecordingClock(start: start)
    }

    /// When the next frame is due; nothing in a pause and after the last one.
    var nextFrame: PageInstant? {
        frames < limit ? clock.instant(of: RecordingTime(ofFrame: frames, at: frameRate)) : nil
    }

    /// Whether WebKit paints each frame anew.
    var takesSnapshots: Bool { capture == .snapshot }

    /// Each frame of a video is taken.
    var skipsRest: Bool { false }

    /// Nothing is passed over.
    func skip(to instant: PageInstant) {}

    /// Notes that the frame that is due now shows the page as it stands.
    func claimFrame() {
        guard nextFrame != nil else { return }
        frames += 1
        claimed += 1
    }

    /// Draws the picture of the frames that have been noted.
    ///
    /// - Parameter isNew: Whether the view has a picture that it has not
    ///   drawn yet.
    func drawClaimed(isNew: Bool) async {
        if claimed > 0 {
            if isNew || isLastOld || last == nil { await takePicture() }
        } else if isNew {
            view.takeOverPicture()
            isLastOld = true
        }
    }

    /// Sends the frames that have been noted on their way.
    func publishClaimed() async {
        for place in (frames - claimed)..<frames { await publish(at: place) }
        claimed = 0
        drawn = nil
    }

    private func takePicture() async {
        guard let buffer = await bufferToDraw() else { return }
        drawn = buffer
        isLastOld = false
        switch capture {
        case .view:
            view.draw(into: buffer)
            if view.hasPicture { last = buffer }
        case .snapshot:
            switch await view.snapshot(into: buffer, patience: patience) {
            case .drawn: if view.hasPicture { last = buffer }
            case .none: break
            case .unanswered: isStuck = true
            }
            view.takeOverPicture()
        }
    }

    /// The memory of the noted frames' picture, which nobody else has seen.
    private func bufferToDraw() async -> PixelBuffer? {
        if let drawn { return drawn }
        guard await queue.waitForRoom() else { return nil }
        return pool.take()
    }

    private func publish(at place: Int) async {
        guard let last else {
            repeated += 1
            return
        }
        // Nothing stands before the first picture, so it takes the places
        // that had none as well.
        await queue.send(Frame(index: isFirst ? 0 : place, pixels: last))
        isFirst = false
    }

    /// Leaves what follows out of the video.
    public func pause(at instant: PageInstant) { clock.pause(at: instant) }

    /// Takes no frame after an instant; the recording has ended there.
    public func halt(at instant: PageInstant) { clock.pause(at: instant) }

    /// Takes the video up again.
    public func resume(at instant: PageInstant) { clock.resume(at: instant) }

    /// Ends sampling and finishes the queue.
    ///
    /// - Parameters:
    ///   - instant: When the recording ended.
    ///   - pageIsAlive: Whether a picture can still be taken, if there was
    ///     none.
    /// - Returns: The length of the video in frames, at least one.
    public func stop(at instant: PageInstant, pageIsAlive: Bool) async -> Int {
        clock.pause(at: instant)
        if pageIsAlive {
            await drawClaimed(isNew: view.isDamaged)
            await publishClaimed()
        }
        if isFirst, await queue.waitForRoom(), let buffer = last ?? pool.take() {
            // A page that never had a picture: white, as it is empty.
            if last == nil { view.draw(into: buffer) }
            await queue.send(Frame(index: 0, pixels: buffer))
        }
        frames = max(1, frames)
        queue.finish()
        return frames
    }
}
