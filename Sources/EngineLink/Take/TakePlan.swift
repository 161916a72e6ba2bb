package import Frames

/// What an engine needs to know of one take.
package struct TakePlan: Sendable, Codable {
    /// The page.
    package var page: PageAddress
    /// How the page is shown.
    package var options: PageOptions
    /// Frames a second of the video.
    package var frameRate: FrameRate
    /// Refreshes a second of the page's display on a virtual clock (default: the
    /// frame rate).
    package var refreshRate: FrameRate?
    /// How frames are captured.
    package var capture: CaptureMethod
    /// Whether frames are captured; if not, they are only counted.
    package var takesFrames: Bool
    /// What begins the recording.
    package var start: RecordingStart
    /// A CSS selector that must match before the recording may begin.
    package var awaitedElement: String?
    /// When single pictures are taken.
    package var moments: [PictureMoment]
    /// What is done to the page while it lives.
    package var steps: [PageStep]
    /// How long the video becomes; `nil` until the page says stop.
    package var duration: Duration?
    /// How long to wait for the start.
    package var startTimeout: Duration
    /// The longest video, if the page's stop never comes.
    package var longestDuration: Duration?
    /// The longest that the page is followed, its pauses included.
    package var longestPageTime: Duration?
    /// How long the page may leave the recorder without an answer.
    package var hangTimeout: Duration
    /// Whether the take fails where the virtual clock is not exact.
    package var requiresExactClock: Bool
    /// What an earlier take of the same recording turned out to need compositing
    /// for.
    package var layerNeed: LayerNeed?

    /// Describes a take.
    package init(
        page: PageAddress, options: PageOptions, frameRate: FrameRate, refreshRate: FrameRate?, capture: CaptureMethod,
        takesFrames: Bool, start: RecordingStart, awaitedElement: String?, moments: [PictureMoment],
        steps: [PageStep], duration: Duration?, startTimeout: Duration, longestDuration: Duration?,
        longestPageTime: Duration?, hangTimeout: Duration, requiresExactClock: Bool, layerNeed: LayerNeed?
    ) {
        self.page = page
        self.options = options
        self.frameRate = frameRate
        self.refreshRate = refreshRate
        self.capture = capture
        self.takesFrames = takesFrames
        self.start = start
        self.awaitedElement = awaitedElement
        self.moments = moments
        self.steps = steps
        self.duration = duration
        self.startTimeout = startTimeout
        self.longestDuration = longestDuration
        self.longestPageTime = longestPageTime
        self.hangTimeout = hangTimeout
        self.requiresExactClock = requiresExactClock
        self.layerNeed = layerNeed
    }

    /// The length at which the recording ends by itself, and why.
    package var limit: (length: Duration, reason: ExitReason)? {
        switch (duration, longestDuration) {
        case (let duration?, let longest?) where longest < duration: (longest, .longestDuration)
        case (let duration?, _): (duration, .duration)
        case (nil, let longest?): (longest, .longestDuration)
        case (nil, nil): nil
        }
    }
}

/// Something in a page that has to be composited.
package struct LayerNeed: Sendable, Codable {
    /// What it is, for a person.
    package let what: String
    /// When it came up, in the recording's time.
    package let time: Duration

    /// Describes a need.
    package init(what: String, time: Duration) {
        self.what = what
        self.time = time
    }
}
