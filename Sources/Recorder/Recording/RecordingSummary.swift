internal import Decoder
public import Encoder
public import EngineLink
public import Frames
internal import PageSampler

/// The settings and the result of a recording.
public struct RecordingSummary: Sendable {
    /// The page's address, without credentials.
    public let page: String
    /// The page's title.
    public let title: String
    /// The file that was written; `nil` after a cancel, or if an incomplete recording is not kept.
    public let output: String?
    /// The movie in that file; `nil` if it has sound only.
    public let movie: MovieSummary?
    /// The sound in that file, if it has sound only.
    public let soundFile: SoundFileSummary?
    /// How the file was written, or would have been.
    public let format: MovieFormat?
    /// The device pixel ratio.
    public let scale: DeviceScale
    /// The video's size before padding: the page's in device pixels, or the one to which it is scaled.
    public let pictureSize: PixelSize
    /// Frames per second of the video.
    public let frameRate: FrameRate
    /// How the page was rendered: composited or painted.
    public let rendering: PageOptions.Rendering
    /// The reason for the rendering, as the end of a sentence that begins with "because".
    public let renderingReason: String
    /// The virtual clock, with the initial time of the page's wall clock; `nil` in real time.
    public let virtualTime: VirtualTime?
    /// The page's time zone, if one was requested.
    public let timeZone: String?
    /// Refreshes per second of the page's display; `nil` on the real-time clock.
    public let refreshRate: FrameRate?
    /// Frames that repeat the one before because they were missed.
    public let repeated: Int
    /// The page's signals, in order.
    public let signals: [RecordedSignal]
    /// The steps and what became of them, in order.
    public let steps: [StepOutcome]
    /// The movie's chapters, one for each mark.
    public let chapters: [Chapter]
    /// How many captions the page sent.
    public let captions: Int
    /// The path of the soundtrack; `nil` without a soundtrack.
    public let soundtrack: String?
    /// How many of the page's `<audio>` and `<video>` elements and audio contexts are heard.
    public let pageStreams: Int
    /// Warnings, in order.
    public package(set) var warnings: [String]
    /// Whether the page met each expectation of the plan, in order.
    public let verdicts: [Verdict]
    /// The page's state at its end, if ``PageOptions/savesState`` is set and the recording ended as planned.
    public internal(set) var state: PageState?
    /// The real time from plan to file.
    public let wallTime: Duration
    /// The reason why the recording ended.
    public let exitReason: ExitReason

    /// Whether a row or column was added to make the size even.
    public var isPadded: Bool {
        soundFile == nil && format?.container.isAnimation != true && pictureSize != pictureSize.roundedUpToEven
    }
}

extension RecordingSummary {
    /// Summarizes the final take.
    ///
    /// - Parameter file: The finished file; `nil` after a cancel.
    init(
        _ plan: RecordingPlan, _ record: TakeRecord, _ result: TakeResult, _ reason: ExitReason, format: MovieFormat?,
        file: FinishedRecording?, wallTime: Duration
    ) {
        var virtualTime = record.hasLostClock ? nil : plan.options.virtualTime
        if let date = record.date { virtualTime?.date = date }
        self.init(
            page: plan.page.description, title: result.title, output: file?.path, movie: file?.movie,
            soundFile: file?.sound, format: format,
            scale: plan.options.scale, pictureSize: plan.movie.videoSize ?? plan.options.pixelSize,
            frameRate: plan.frameRate,
            rendering: result.rendering, renderingReason: result.renderingReason, virtualTime: virtualTime,
            timeZone: plan.options.timeZone,
            refreshRate: virtualTime == nil ? nil : plan.refreshRate ?? plan.frameRate, repeated: result.repeated,
            signals: record.signals, steps: record.steps, chapters: record.chapters, captions: record.captions.count,
            soundtrack: plan.soundtrack?.path,
            pageStreams: result.heardStreams, warnings: record.warnings,
            verdicts: plan.expectations.map { Verdict($0, record) }, state: record.state, wallTime: wallTime,
            exitReason: reason)
    }
}
