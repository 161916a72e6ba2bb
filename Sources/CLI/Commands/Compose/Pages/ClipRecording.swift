import ArgumentParser
import Frames
import Recorder
import Timeline

/// What has to be recorded of a page to show a clip of it.
struct ClipRecording: Hashable {
    /// The page.
    let page: PageClip
    /// Frames a second of the page's own time.
    let frameRate: FrameRate
    /// How many of them.
    let frameCount: Int

    /// Finds out what a clip needs, or nothing if it is no page's.
    ///
    /// A clip that is played faster or slower is recorded at fewer or more
    /// frames a second, so that each frame of the timeline is a picture of
    /// its own.
    ///
    /// - Parameter timelineRate: Frames a second of the timeline.
    init?(_ clip: PlannedClip, at timelineRate: FrameRate) {
        guard case .page(let page) = clip.source else { return nil }
        self.page = page
        frameRate = Self.rate(timelineRate, divided: clip.playback.speed) ?? timelineRate
        let last = clip.playback.sourceTime(
            ofFrame: clip.playback.isReversed ? 0 : clip.frames.count - 1, of: clip.frames.count, at: timelineRate)
        frameCount = frameRate.frame(at: last) + 1
    }

    /// A rate divided by a speed of thousandths, where that is a rate.
    private static func rate(_ rate: FrameRate, divided speed: Double) -> FrameRate? {
        let thousandths = (speed * 1000).rounded()
        guard thousandths == speed * 1000, (1...1_000_000).contains(thousandths) else { return nil }
        return FrameRate(numerator: rate.numerator * 1000, denominator: rate.denominator * Int(thousandths))
    }

    /// How the page is recorded: with its timeline's options, and no other.
    ///
    /// - Parameter output: The file to write.
    /// - Throws: Errors of options, of the page and of files that a recording needs.
    func recordingPlan(output: String) throws -> RecordingPlan {
        // Nearest to the count, whatever the rate.
        let nanoseconds = frameRate.time(ofFrame: frameCount).wholeNanoseconds
        var arguments = [
            page.address, "-o", output, "--codec", "ffv1", "--fps", "\(frameRate)",
            "--size", "\(page.size)", "--scale", "\(page.scale)", "--duration", "\(Double(nanoseconds) / 1e6)ms",
        ]
        if !page.waitsForStart { arguments += ["--start-on", "load"] }
        if page.isTransparent { arguments.append("--transparent") }
        return try RecordCommand.parse(arguments + page.options).plan(output: output, from: nil)
    }
}
