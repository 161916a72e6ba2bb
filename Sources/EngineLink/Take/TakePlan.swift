public import Frames

/// How one take loads and follows a page: its start, its end, and its clock.
public struct TakePlan: Sendable, Codable {
    /// Which pictures a take captures.
    package enum Pictures: Sendable, Codable {
        /// Every frame between start and stop.
        case frames
        /// One picture at each of these moments; the take ends after the last one.
        case stills([PictureMoment])
        /// No pictures; frames are only counted.
        case none
    }

    /// The page.
    public var page: PageAddress
    /// How the page is shown.
    public var options = PageOptions()
    /// Frames per second of the video.
    public var frameRate = FrameRate.thirty
    /// Refreshes per second of the page's display on a virtual clock (default:
    /// the frame rate).
    public var refreshRate: FrameRate?
    /// How frames are captured.
    public var capture = CaptureMethod.view
    /// What starts the recording.
    public var start = RecordingStart.signal
    /// A CSS selector that must match before the recording starts.
    public var awaitedElement: String?
    /// Input for the page, each step once, at its time or after the one before.
    public var steps: [PageStep] = []
    /// How long a step waits until its element can be used, in the page's time.
    public var stepTimeout = Duration.seconds(5)
    /// How the pointer and what it does are shown over the page; `nil` to hide them, and to perform steps at once.
    public var pointer: PointerStyle?
    /// The video's length; `nil` to record until the page's stop signal.
    public var duration: Duration?
    /// How long to wait for the start of the recording.
    public var startTimeout = Duration.seconds(30)
    /// The longest video, in case the stop signal never comes.
    public var longestDuration: Duration?
    /// How long to follow the page at most, from its arrival and including pauses; `nil` for no
    /// limit.
    public var longestPageTime: Duration?
    /// Give up when the page does not respond for this long.
    public var hangTimeout = Duration.seconds(15)
    /// The real time within which an engine finds every hang: twice the timeout for a page that is idle for moments
    /// only, and four times as much on a machine that has no processor for it.
    package var longestHang: Duration { hangTimeout * 8 }
    /// Whether the take fails if the virtual clock is not exact with this engine.
    ///
    /// Otherwise it falls back to composited pictures or to the real-time clock,
    /// and warns.
    public var requiresExactClock = false
    /// Which pictures to capture.
    package var pictures = Pictures.frames
    /// The CSS selector of the element that single pictures show; `nil` for the whole view.
    package var stillElement: String?
    /// Whether single pictures tell how much of the page is below the view, which may be as tall as the page.
    package var measuresPage = false
    /// The CSS selectors of elements that comparisons of single pictures leave out.
    package var ignoredElements: [String] = []
    /// Which pictures of steps to capture, beside those of `screenshot`.
    package var stepPictures = StepPictures.none
    /// Whether the take ends by itself once the page is ready: its awaited element exists, or without one the page has
    /// loaded and is idle; and all steps have been done.
    package var endsWhenReady = false
    /// What the user should know about the plan's files; the take reports it.
    package var warnings: [String] = []
    /// Whether the engine reports what the recording's time is spent on.
    package var measuresWork = false
    /// Why an earlier take of the same page needed compositing.
    package var layerNeed: LayerNeed?

    /// Plans a take with defaults: 30 fps, virtual clock, started and stopped by the page.
    public init(page: PageAddress) {
        self.page = page
        options.virtualTime = VirtualTime()
    }

    /// Whether every frame is captured.
    package var takesFrames: Bool { if case .frames = pictures { true } else { false } }

    /// Whether steps have pictures.
    package var takesStepPictures: Bool {
        switch stepPictures {
        case .none: steps.contains(where: \.takesScreenshot)
        case .firstFailure, .all: !steps.isEmpty
        }
    }

    /// The moments of single pictures.
    package var moments: [PictureMoment] { if case .stills(let moments) = pictures { moments } else { [] } }

    /// How many times more device pixels the page has than the frames, along each side.
    ///
    /// The camera shows a part of the page's pixels, so that it never enlarges them.
    package var pageMagnification: Int { max(1, Int(PageStep.largestZoom(in: steps).rounded(.up))) }

    /// How the page is shown: ``options`` with the device pixel ratio that the camera needs.
    package var pageOptions: PageOptions {
        var options = options
        options.scale = options.scale.multiplied(by: pageMagnification) ?? options.scale
        return options
    }

    /// The length at which the recording ends without a signal, and the exit reason for that.
    package var limit: (length: Duration, reason: ExitReason)? {
        switch (duration, longestDuration) {
        case (let duration?, let longest?) where longest < duration: (longest, .longestDuration)
        case (let duration?, _): (duration, .duration)
        case (nil, let longest?): (longest, .longestDuration)
        case (nil, nil): nil
        }
    }

    /// The most frames that the recording can have; `nil` if it has no limit.
    package var frameLimit: Int? { limit.map { max(1, frameRate.frameCount(for: $0.length)) } }

    /// Whether the page can be loaded again as another take requests: each change is made once.
    package func canChange(for need: TakeNeed) -> Bool {
        switch need {
        case .layers: layerNeed == nil
        case .distinctDates: options.virtualTime?.hasDistinctDates == false
        }
    }

    /// Changes how the page is loaded and rendered, for another take.
    package mutating func change(for need: TakeNeed) {
        switch need {
        case .layers(let need): layerNeed = need
        case .distinctDates: options.virtualTime?.hasDistinctDates = true
        }
    }

    /// How long the steps may take at most, from the page's arrival.
    package var longestTimeOfSteps: Duration { (steps.compactMap(\.time).max() ?? .zero) + longestTime(of: steps) }

    private func longestTime(of steps: [PageStep]) -> Duration {
        steps.reduce(.zero) { length, step in
            let own = length + (step.timeout ?? stepTimeout)
            switch step.action {
            case .pass(let pass): return own + pass
            case .branch(_, let steps): return own + longestTime(of: steps)
            default: return own
            }
        }
    }

    /// Checks the size and the zoom, and that headers and cookies can be sent as given.
    ///
    /// - Throws: `invalidPlan`.
    package func validate() throws(PageError) {
        let sides = PageOptions.sideRange
        let isTall = measuresPage && options.pixelSize.height <= PageOptions.tallestPage
        guard sides.contains(options.size.width), sides.contains(options.size.height) || isTall else {
            throw PageError(
                .invalidPlan,
                "The size \(options.size) is out of range: each side is from \(sides.lowerBound) to "
                    + "\(sides.upperBound) CSS pixels.")
        }
        guard options.scale.multiplied(by: pageMagnification) != nil else {
            throw PageError(
                .invalidPlan,
                "The steps zoom by up to \(PageStep.largestZoom(in: steps)), for which a page at scale \(options.scale) "
                    + "would need a device pixel ratio of more than 4. Zoom less, or record at a smaller scale.")
        }
        if let mistake = options.requestMistake ?? options.cookieMistake(at: page) {
            throw PageError(.invalidPlan, mistake)
        }
    }
}

/// Why another take of a page is needed.
///
/// Thrown by a take that finds it.
package enum TakeNeed: Error, Codable {
    /// The page has to be composited, and painting was chosen.
    case layers(LayerNeed)
    /// The page made the same id from the same date twice, at this time of the recording, so it has to read distinct
    /// dates (``VirtualTime/hasDistinctDates``).
    case distinctDates(Duration)
}

/// Something in a page that requires compositing.
package struct LayerNeed: Sendable, Codable {
    /// A description for the user.
    package let what: String
    /// When it appeared, in the recording's time.
    package let time: Duration

    /// Describes a need.
    package init(what: String, time: Duration) {
        self.what = what
        self.time = time
    }
}

/// The event that starts a recording.
public enum RecordingStart: String, Sendable, CaseIterable, Codable {
    /// The page's start signal.
    case signal
    /// The page has been loaded and painted.
    case load
}

/// How frames are captured from the view.
public enum CaptureMethod: String, Sendable, CaseIterable, Codable {
    /// The view draws its current picture; 3D transforms are rendered correctly.
    case view
    /// WebKit repaints the page for each frame; 3D transforms are flattened.
    case snapshot
}
