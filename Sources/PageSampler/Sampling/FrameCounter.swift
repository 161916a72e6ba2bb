public import EngineLink
public import Frames

/// Counts the frames that a recording would have, and takes none.
///
/// On a virtual clock it lets ``PageTimeline`` pass over the time in which
/// nothing happens in the page.
@MainActor
public final class FrameCounter: PacedSampler {
    /// The recording's time.
    public private(set) var clock: RecordingClock
    /// Frames whose time has come.
    public private(set) var frames = 0
    /// None is ever missed.
    public let repeated = 0

    private let view: PageView
    private let frameRate: FrameRate

    /// Starts counting.
    ///
    /// - Parameters:
    ///   - view: The page.
    ///   - frameRate: Frames a second of the video that there would be.
    ///   - start: When the recording began.
    public init(view: PageView, frameRate: FrameRate, start: PageInstant) {
        self.view = view
        self.frameRate = frameRate
        clock = RecordingClock(start: start)
    }

    var nextFrame: PageInstant? { clock.instant(of: RecordingTime(ofFrame: frames, at: frameRate)) }

    var takesSnapshots: Bool { false }

    var isStuck: Bool { false }

    var skipsRest: Bool { true }

    func claimFrame() { frames += 1 }

    func drawClaimed(isNew: Bool) async {
        if isNew { view.takeOverPicture() }
    }

    func publishClaimed() async {}

    func skip(to instant: PageInstant) {
        guard clock.isRunning else { return }
        let time = clock.time(at: instant)
        let frame = frameRate.frame(at: time.sinceStart)
        frames = max(frames, RecordingTime(ofFrame: frame, at: frameRate) < time ? frame + 1 : frame)
    }

    /// Leaves what follows out of the video.
    public func pause(at instant: PageInstant) { clock.pause(at: instant) }

    /// Counts no frame after an instant.
    public func halt(at instant: PageInstant) { clock.pause(at: instant) }

    /// Takes the video up again.
    public func resume(at instant: PageInstant) { clock.resume(at: instant) }

    /// Ends counting.
    ///
    /// - Returns: The length of the video in frames, at least one.
    public func stop(at instant: PageInstant, pageIsAlive: Bool) async -> Int {
        clock.pause(at: instant)
        // In real time nobody has counted.
        let count = view.clock == nil ? frameRate.frameCount(for: clock.time(at: instant).sinceStart) : frames
        frames = max(1, count)
        return frames
    }
}
