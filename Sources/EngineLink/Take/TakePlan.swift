public import Frames

/// How one take loads a page and follows it: what begins it, what ends it, and on
/// which clock.
public struct TakePlan: Sendable, Codable {
    /// Which pictures a take captures.
    package enum Pictures: Sendable, Codable {
        /// Every frame between start and stop.
        case frames
        /// One picture at each of these moments; the take ends with the last one.
        case stills([PictureMoment])
        /// None; frames are only counted.
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
    /// What begins the recording.
    public var start = RecordingStart.signal
    /// A CSS selector that must match before the recording may begin.
    public var awaitedElement: String?
    /// Input and scripts to send to the page, each at its time.
    public var steps: [PageStep] = []
    /// The video's length; `nil` until the page says stop.
    public var duration: Duration?
    /// How long to wait for the start.
    public var startTimeout = Duration.seconds(30)
    /// The longest video, if the page's stop never comes.
    public var longestDuration: Duration?
    /// How long to follow the page at most, from when it begins to arrive, pauses
    /// included; `nil` for no limit.
    public var longestPageTime: Duration?
    /// Give up when the page does not respond for this long.
    public var hangTimeout = Duration.seconds(15)
    /// Whether the take fails if the virtual clock is not exact with this engine.
    ///
    /// Otherwise it falls back to composited pictures or to the real-time clock,
    /// and warns.
    public var requiresExactClock = false
    /// Which pictures are captured.
    package var pictures = Pictures.frames
    /// What an earlier take of the same page had to be composited for.
    package var layerNeed: LayerNeed?

    /// Plans a take with every default: 30 frames per second, on a virtual clock,
    /// begun and ended by the page.
    public init(page: PageAddress) {
        self.page = page
        options.virtualTime = VirtualTime()
    }

    /// Whether every frame is captured.
    package var takesFrames: Bool { if case .frames = pictures { true } else { false } }

    /// When single pictures are taken.
    package var moments: [PictureMoment] { if case .stills(let moments) = pictures { moments } else { [] } }

    /// The length at which the recording ends without a signal, and the reason it
    /// gives then.
    package var limit: (length: Duration, reason: ExitReason)? {
        switch (duration, longestDuration) {
        case (let duration?, let longest?) where longest < duration: (longest, .longestDuration)
        case (let duration?, _): (duration, .duration)
        case (nil, let longest?): (longest, .longestDuration)
        case (nil, nil): nil
        }
    }

    /// Checks the size and the scale.
    ///
    /// - Throws: `invalidPlan`.
    package func validate() throws(RecordingError) {
        let sides = PageOptions.sideRange
        guard sides.contains(options.size.width), sides.contains(options.size.height) else {
            throw RecordingError(
                .invalidPlan,
                "The size \(options.size) is out of range: each side is from \(sides.lowerBound) to "
                    + "\(sides.upperBound) CSS pixels.")
        }
        guard PageOptions.scaleRange.contains(options.scale) else {
            throw RecordingError(
                .invalidPlan, "The scale \(options.scale) is out of range: it is a whole number from 1 to 4.")
        }
    }
}

/// Something in a page that has to be composited; thrown by a take that finds it
/// after it has begun to paint.
package struct LayerNeed: Error, Codable {
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
