package import EngineLink
package import Frames

/// Counts the frames that a recording would have, without capturing them.
///
/// On the virtual clock it lets ``PageTimeline`` skip the time in which nothing
/// happens in the page.
@MainActor
package final class FrameCounter: PacedSampler {
    package private(set) var clock: RecordingClock
    package private(set) var frames = 0
    /// Always 0: no frame is missed.
    package let repeated = 0

    private let view: PageView
    private let frameRate: FrameRate

    /// Starts counting.
    ///
    /// - Parameters:
    ///   - view: The page.
    ///   - frameRate: The frame rate of the video.
    ///   - start: When the recording began.
    package init(view: PageView, frameRate: FrameRate, start: PageInstant) {
        self.view = view
        self.frameRate = frameRate
        clock = RecordingClock(start: start)
    }

    var nextFrame: PageInstant? { clock.instant(of: RecordingTime(ofFrame: frames, at: frameRate)) }

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

    package func pause(at instant: PageInstant) { clock.pause(at: instant) }
    package func halt(at instant: PageInstant) { clock.pause(at: instant) }
    package func resume(at instant: PageInstant) { clock.resume(at: instant) }

    package func stop(at instant: PageInstant, pageIsAlive: Bool) async -> Int {
        clock.pause(at: instant)
        // In real time, the frames were not counted.
        let count = view.clock == nil ? frameRate.frameCount(for: clock.time(at: instant).sinceStart) : frames
        frames = max(1, count)
        return frames
    }
}
