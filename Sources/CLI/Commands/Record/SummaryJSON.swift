import Encoder
import EngineLink
import Frames
import LibAV
import Notation
import Photos
import Recorder

/// The summary of a recording as `--json` prints it; every key is always there.
struct SummaryJSON: Encodable {
    private let page: String
    private let title: String
    @Nullable private var output: String?
    private let width: Int
    private let height: Int
    private let scale: Double
    private let padded: Bool
    private let fps: String
    @Nullable private var container: String?
    @Nullable private var codec: String?
    @Nullable private var encoder: String?
    @Nullable private var threads: Int?
    @Nullable private var transparent: Bool?
    private let clock: String
    @Nullable private var date: String?
    @Nullable private var timezone: String?
    @Nullable private var seed: UInt64?
    @Nullable private var refreshRate: String?
    @Nullable private var network: String?
    private let rendering: String
    private let renderingReason: String
    private let frames: Int
    private let repeated: Int
    private let duration: Double
    private let signals: [Signal]
    private let steps: [StepJSON]
    private let chapters: [ChapterJSON]
    @Nullable private var sound: SoundJSON?
    private let bytes: Int
    @Nullable private var livePhoto: PhotoJSON?
    @Nullable private var motionPhoto: PhotoJSON?
    private let wallTime: Double
    private let attempts: Int
    private let exitReason: String
    private let warnings: [String]
    private let expectations: [ExpectationJSON]

    private struct Signal: Encodable {
        let signal: String
        /// A mark's name; left out for other signals.
        let name: String?
        @Nullable var time: Double?
        let pageTime: Double

        init(_ signal: RecordedSignal) {
            self.signal = signal.signal.word
            name = signal.signal.name
            time = signal.time?.inRoundedSeconds
            pageTime = signal.pageTime.inRoundedSeconds
        }
    }

    /// Describes a summary.
    ///
    /// - Parameters:
    ///   - attempts: The number of attempts (`--retry`).
    ///   - photos: The photos made of the video.
    init(_ summary: RecordingSummary, attempts: Int = 1, photos: [PhotoSummary] = []) {
        let movie = summary.movie
        page = summary.page
        title = summary.title
        output = summary.output
        width = movie?.size.width ?? summary.pictureSize.width
        height = movie?.size.height ?? summary.pictureSize.height
        scale = summary.scale.value
        padded = summary.isPadded
        fps = summary.frameRate.description
        let format = summary.format
        container = format?.container.rawValue
        codec = format?.codec.rawValue
        encoder = format?.encoder
        threads = format?.threads
        transparent = format?.hasAlpha
        let time = summary.virtualTime
        clock = (time == nil ? ClockKind.realtime : .virtual).rawValue
        date = time?.date.map(wallTimeText)
        timezone = summary.timeZone
        seed = time?.seed
        refreshRate = summary.refreshRate?.description
        network = time.map { ($0.waitsForNetwork ? NetworkTime.hold : .run).rawValue }
        rendering = summary.rendering.rawValue
        renderingReason = summary.renderingReason
        frames = movie?.frames ?? 0
        repeated = summary.repeated
        duration = (movie?.duration ?? .zero).inSeconds
        signals = summary.signals.map(Signal.init)
        steps = summary.steps.map(StepJSON.init)
        chapters = summary.chapters.map { ChapterJSON(name: $0.name, start: $0.start.inRoundedSeconds) }
        sound = movie?.sound.map { SoundJSON($0, soundtrack: summary.soundtrack, pageStreams: summary.pageStreams) }
        bytes = movie?.bytes ?? 0
        livePhoto = photos.first { $0.form != .motion }.map(PhotoJSON.init)
        motionPhoto = photos.first { $0.form == .motion }.map(PhotoJSON.init)
        wallTime = summary.wallTime.inSeconds
        self.attempts = attempts
        exitReason = summary.exitReason.rawValue
        warnings = summary.warnings
        expectations = summary.verdicts.map(ExpectationJSON.init)
    }
}
