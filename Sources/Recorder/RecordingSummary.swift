public import Encoder
public import EngineLink
public import Frames
public import LibAV

/// What was asked for, what came of it, and what was lost.
public struct RecordingSummary: Sendable {
    /// What ended a recording.
    public typealias ExitReason = EngineLink.ExitReason
    /// One signal of the page.
    public typealias Signal = RecordedSignal

    /// The page's address, without a user name and password.
    public let page: String
    /// The page's title.
    public let title: String
    /// The file that was written; nothing after a cancel.
    public let output: String?
    /// The movie in that file.
    public let movie: MovieSummary?
    /// How the file was written, or would have been.
    public let format: MovieFormat?
    /// Device pixels for each CSS pixel.
    public let scale: Int
    /// The picture's size before padding, in device pixels.
    public let pictureSize: PixelSize
    /// Frames a second of the video.
    public let frameRate: FrameRate
    /// How the page's picture was made: composited or painted.
    public let rendering: PageOptions.Rendering
    /// Why, as the end of a sentence that begins with "because".
    public let renderingReason: String
    /// The page's own time; nothing on the real-time clock.
    ///
    /// Its date is what the page's wall clock showed at first.
    public let virtualTime: VirtualTime?
    /// The page's time zone, if one was asked for.
    public let timeZone: String?
    /// Refreshes a second of the page's display; nothing on the real-time
    /// clock.
    public let refreshRate: FrameRate?
    /// Frames that repeat the one before because theirs was missed.
    public let repeated: Int
    /// The page's signals, in order.
    public let signals: [Signal]
    /// The movie's chapters, one for each mark.
    public let chapters: [Chapter]
    /// The soundtrack's file, if there is one.
    public let soundtrack: String?
    /// What the recorder warned of, in order.
    public let warnings: [String]
    /// How long the recording took from plan to file.
    public let wallTime: Duration
    /// What ended it.
    public let exitReason: ExitReason

    /// Whether a row or column was added to make the size even.
    public var isPadded: Bool { pictureSize != pictureSize.roundedUpToEven }
}
