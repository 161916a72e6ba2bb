public import Decoder
public import Encoder
public import EngineLink
public import Frames
private import Glibc
import LibAV

/// What a recording shall be, complete before anything starts.
public struct RecordingPlan: Sendable {
    /// What begins a recording.
    public typealias Start = RecordingStart

    /// The page.
    public var page: PageAddress
    /// The file to write; its name's end says what kind of file it is, an MP4
    /// without a known one.
    public var output: String
    /// Whether an existing file is replaced, once the new one is whole.
    public var overwritesOutput = false
    /// Whether everything is done but pictures and a file: the page is
    /// followed as it would be recorded.
    public var isRehearsal = false
    /// The file to write in place of one that is there already, in the same
    /// folder, over and over; without it, that is refused.
    public var nextOutput: (@Sendable (String) -> String)?
    /// The command line that records the page again, which the file keeps as
    /// its description; free of secrets.
    public var command = ""
    /// The program that records, with its version, which the file keeps.
    public var software = ""
    /// How the page is shown.
    public var pageOptions = PageOptions()

    /// Frames a second of the video.
    public var frameRate: FrameRate
    /// Refreshes a second of the page's display, on a virtual clock; the
    /// video's frame rate without.
    public var refreshRate: FrameRate?
    /// How frames are captured.
    public var capture = CaptureMethod.view
    /// What begins the recording.
    public var start = Start.signal
    /// A CSS selector that something in the page must match before the
    /// recording may begin.
    public var awaitedElement: String?
    /// When pictures of the page are taken by themselves; the page is followed
    /// until all have been.
    public var moments: [PictureMoment] = []
    /// What is done to the page while it lives.
    public var steps: [PageStep] = []
    /// How long the video becomes; without it the page says when to stop.
    public var duration: Duration?
    /// How long to wait for the start.
    public var startTimeout = Duration.seconds(30)
    /// The longest video, when the page's stop never comes.
    public var longestDuration: Duration?
    /// The longest that the page is followed, from when it began to arrive,
    /// its pauses included; as long as it takes without.
    public var longestPageTime: Duration?
    /// How long the page may leave the recorder without an answer.
    public var hangTimeout = Duration.seconds(15)
    /// Whether a recording on the virtual clock fails on an engine on which that is not exact; without, it uses what
    /// is exact, composited pictures or the real-time clock, and warns of it.
    public var requiresExactClock = false

    /// How the pictures are compressed; what the file's kind asks for
    /// without.
    public var codec: VideoCodec?
    /// The encoder to use if this machine has it; of the codec's.
    public var encoder: VideoEncoderName?
    /// The most threads that the encoder works with; what suits it without.
    public var threads: Int?
    /// The encoder's trade of time for size.
    public var preset = EncoderPreset.veryfast
    /// What the encoder spends bits by.
    public var rate = RateControl.quality(20)
    /// The sound laid under the video.
    public var soundtrack: SoundtrackSettings?

    /// Plans a recording with every default: 30 frames a second, on a virtual
    /// clock, begun and ended by the page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - output: The file to write.
    public init(page: PageAddress, output: String) {
        self.page = page
        self.output = output
        frameRate = .thirty
        pageOptions.virtualTime = VirtualTime()
    }

    /// Checks what no single option shows.
    ///
    /// - Throws: ``RecordingError`` with `invalidPlan`.
    func validate() throws(RecordingError) {
        guard PageOptions.sideRange.contains(pageOptions.size.width),
            PageOptions.sideRange.contains(pageOptions.size.height)
        else {
            throw RecordingError(
                .invalidPlan,
                "The size \(pageOptions.size) is out of range: each side is from \(PageOptions.sideRange.lowerBound) "
                    + "to \(PageOptions.sideRange.upperBound) CSS pixels.")
        }
        guard PageOptions.scaleRange.contains(pageOptions.scale) else {
            throw RecordingError(
                .invalidPlan, "The scale \(pageOptions.scale) is out of range: it is a whole number from 1 to 4.")
        }
        guard !isRehearsal else { return }
        let format = videoSettings
        if let sentence = VideoSettings.mismatch(
            container: format.container, codec: format.codec, encoder: format.encoder, hasAlpha: format.hasAlpha)
        {
            throw RecordingError(.invalidPlan, sentence)
        }
        if let file = page.file, Self.isSameFile(file, output) {
            throw RecordingError(.invalidPlan, "The output \(output) is the page itself. Choose another name.")
        }
        if let soundtrack, Self.isSameFile(soundtrack.path, output) {
            throw RecordingError(.invalidPlan, "The output \(output) is the soundtrack itself. Choose another name.")
        }
    }

    /// What the file says about itself.
    func metadata(title: String) -> MovieMetadata {
        MovieMetadata(title: title, pageAddress: page.description, command: command, software: software)
    }

    /// How the frames become video.
    var videoSettings: VideoSettings {
        var settings = VideoSettings(
            size: pageOptions.pixelSize, frameRate: frameRate, preset: preset, rate: rate)
        let container = MovieContainer(fileName: output) ?? .mp4
        settings.container = container
        settings.hasAlpha = pageOptions.isTransparent
        settings.codec = container.codec(asked: codec, encoder: encoder, hasAlpha: settings.hasAlpha)
        settings.encoder = encoder
        settings.threads = threads
        return settings
    }

    /// The length at which the recording ends by itself, if that is known.
    var limit: Duration? { [duration, longestDuration].compactMap(\.self).min() }

    /// What an engine needs to know of it.
    ///
    /// - Parameters:
    ///   - need: What the page is composited for, if it was recorded before.
    ///   - date: What the page's wall clock shows at first, on a virtual clock.
    func takePlan(for need: LayerNeed?, at date: Int64?) -> TakePlan {
        var options = pageOptions
        options.virtualTime?.date = date
        return TakePlan(
            page: page, options: options, frameRate: frameRate, refreshRate: refreshRate, capture: capture,
            takesFrames: !isRehearsal, start: start, awaitedElement: awaitedElement, moments: moments, steps: steps,
            duration: duration, startTimeout: startTimeout, longestDuration: longestDuration,
            longestPageTime: longestPageTime, hangTimeout: hangTimeout, requiresExactClock: requiresExactClock,
            layerNeed: need)
    }

    private static func isSameFile(_ first: String, _ second: String) -> Bool {
        var firstStatus = stat()
        var secondStatus = stat()
        guard stat(first, &firstStatus) == 0, stat(second, &secondStatus) == 0 else { return false }
        return firstStatus.st_dev == secondStatus.st_dev && firstStatus.st_ino == secondStatus.st_ino
    }
}
