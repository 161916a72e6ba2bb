public import Frames

/// The recording of a page that a clip needs: without loss, from the page's start on.
public struct ClipRecording: Hashable, Sendable {
    /// The page.
    public let page: PageClip
    /// Frames per second of the page's time.
    public let frameRate: FrameRate
    /// The number of frames.
    public let frameCount: Int

    /// Determines the recording that a clip needs; `nil` if it is not a page.
    ///
    /// A clip at another speed is recorded at another frame rate, so that each
    /// frame of the timeline has its own picture.
    ///
    /// - Parameter timelineRate: The timeline's frame rate.
    init?(_ clip: PlannedClip, at timelineRate: FrameRate) {
        guard case .page(let page) = clip.source else { return nil }
        self.page = page
        frameRate = Self.rate(timelineRate, divided: clip.playback.speed) ?? timelineRate
        // Up to the end of the clip, where its sound ends. Times are rounded to nanoseconds.
        let count = clip.frames.count
        let end = Playback(start: clip.playback.start, speed: clip.playback.speed)
            .sourceTime(ofFrame: count, of: count, at: timelineRate)
        // Of a page that is held, the frame at the in point is the last one.
        frameCount = frameRate.frame(at: clip.playback.isHeld ? end : end - .microseconds(1)) + 1
    }

    /// Divides a rate by a speed in whole thousandths; `nil` if the result is
    /// not a valid rate.
    private static func rate(_ rate: FrameRate, divided speed: Double) -> FrameRate? {
        let thousandths = (speed * 1000).rounded()
        guard thousandths == speed * 1000, (1...1_000_000).contains(thousandths) else { return nil }
        return FrameRate(numerator: rate.numerator * 1000, denominator: rate.denominator * Int(thousandths))
    }

    /// The length of the recording, which rounds to the frame count at any rate.
    public var duration: Duration { frameRate.time(ofFrame: frameCount) }
}
