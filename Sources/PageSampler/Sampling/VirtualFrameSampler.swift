public import Frames

/// Takes frames of a page that lives by a virtual clock.
///
/// Each frame is the page at exactly the frame's presentation time: the page
/// stands still while it is drawn, and waits for the encoder. Nothing is ever
/// dropped. ``PageTimeline`` says when.
@MainActor
public final class VirtualFrameSampler: Sampler {
    /// The recording's time, which is the page's.
    public private(set) var clock: RecordingClock
    /// Frames taken so far.
    public private(set) var frames = 0
    /// Places before the page's first picture.
    public private(set) var repeated = 0

    private let view: PageView
    private let frameRate: FrameRate
    private let capture: FrameSampler.Capture
    private let queue: FrameQueue
    private let pool: PixelBufferPool
    private let limit: Int
    private var last: PixelBuffer?

    /// Starts taking frames; nothing is taken yet.
    ///
    /// - Parameters:
    ///   - view: The page; its pictures have the pool's size.
    ///   - frameRate: Frames a second of the video.
    ///   - capture: How pixels are got.
    ///   - queue: Where frames go.
    ///   - pool: Where pictures' memory comes from; larger than the queue by
    ///     what its reader and this sampler hold.
    ///   - start: When the recording began, in the page's time.
    ///   - limit: The most frames to take, if the length is known.
    public init(
        view: PageView, frameRate: FrameRate, capture: FrameSampler.Capture, queue: FrameQueue, pool: PixelBufferPool,
        start: RecordingClock.Instant, limit: Int? = nil
    ) {
        self.view = view
        self.frameRate = frameRate
        self.capture = capture
        self.queue = queue
        self.pool = pool
        self.limit = limit ?? .max
        clock = RecordingClock(start: start)
    }

    /// When the next frame is due; nothing in a pause and after the last one.
    var nextFrame: RecordingClock.Instant? {
        frames < limit ? clock.instant(of: frameRate.time(ofFrame: frames)) : nil
    }

    /// Takes the frame that is due now.
    ///
    /// - Parameters:
    ///   - settle: Waits until the page is quiet; the time stands.
    ///   - isBehind: Whether the view holds a picture that was composited
    ///     before the display's last refresh.
    func take(isBehind: Bool, settle: () async -> Bool) async {
        guard view.isDamaged || last == nil else { return await publish(last) }
        guard await queue.waitForRoom(), let buffer = pool.take() else { return }
        guard view.hasPicture else { return await publish(nil) }
        switch capture {
        case .view:
            view.draw(into: buffer)
            // Its compositor had to wait for that to be taken over; the page
            // as it is now comes only next.
            if isBehind, await settle(), view.isDamaged { view.draw(into: buffer) }
            await publish(buffer)
        case .snapshot:
            await publish(await view.snapshot(into: buffer) ? buffer : last)
        }
    }

    private func publish(_ buffer: PixelBuffer?) async {
        // The recording may have ended or paused meanwhile.
        guard nextFrame != nil else { return }
        let place = frames
        frames += 1
        guard let buffer else {
            repeated += 1
            return
        }
        // Nothing stands before the first picture, so it takes the places
        // that had none as well.
        let index = last == nil ? 0 : place
        last = buffer
        await queue.send(Frame(index: index, pixels: buffer))
    }

    /// Leaves what follows out of the video.
    public func pause(at instant: RecordingClock.Instant) { clock.pause(at: instant) }

    /// Takes no frame after an instant; the recording has ended there.
    public func halt(at instant: RecordingClock.Instant) { clock.pause(at: instant) }

    /// Takes the video up again.
    public func resume(at instant: RecordingClock.Instant) { clock.resume(at: instant) }

    /// Ends sampling and finishes the queue.
    ///
    /// - Parameters:
    ///   - instant: When the recording ended.
    ///   - pageIsAlive: Whether a picture can still be taken, if there was
    ///     none.
    /// - Returns: The length of the video in frames, at least one.
    public func stop(at instant: RecordingClock.Instant, pageIsAlive: Bool) async -> Int {
        clock.pause(at: instant)
        if last == nil, await queue.waitForRoom(), let buffer = pool.take() {
            view.draw(into: buffer)
            last = buffer
            await queue.send(Frame(index: 0, pixels: buffer))
        }
        frames = max(1, frames)
        queue.finish()
        return frames
    }
}
