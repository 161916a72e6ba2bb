import Encoder
import EngineLink
import Frames
import Notation
import PageSampler
import Photos
import Recorder

/// The summary of a recording as `--json` prints it; every key is always there.
struct RecordingJSON: Codable {
    struct Signal: Codable {
        let signal: String
        /// Seconds into the recording; `nil` before its start.
        @Nullable var time: Double?
        /// Seconds since the document began to arrive.
        let pageTime: Double
        /// The name of a mark; left out for other signals.
        let name: String?
    }

    let page: String
    let title: String
    @Nullable var output: String?
    @Nullable var width: Int?
    @Nullable var height: Int?
    let scale: Double
    let padded: Bool
    let fps: String
    @Nullable var container: String?
    @Nullable var codec: String?
    @Nullable var encoder: String?
    @Nullable var threads: Int?
    @Nullable var transparent: Bool?
    let clock: ClockKind
    @Nullable var date: String?
    @Nullable var timezone: String?
    @Nullable var seed: UInt64?
    @Nullable var refreshRate: String?
    @Nullable var network: NetworkTime?
    let rendering: String
    let renderingReason: String
    @Nullable var frames: Int?
    let repeated: Int
    let duration: Double
    let signals: [Signal]
    let steps: [StepJSON]
    let chapters: [ChapterJSON]
    let captions: Int
    @Nullable var sound: SoundJSON?
    let bytes: Int
    @Nullable var livePhoto: PhotoJSON?
    @Nullable var motionPhoto: PhotoJSON?
    @Nullable var poster: String?
    @Nullable var report: String?
    @Nullable var har: String?
    @Nullable var trace: String?
    let wallTime: Double
    let attempts: Int
    let exitReason: String
    let warnings: [String]
    let expectations: [ExpectationJSON]

    /// Describes a recording.
    ///
    /// - Parameters:
    ///   - attempts: The number of attempts (`--retry`).
    ///   - photos: The photos made of the video.
    ///   - poster: The path of the picture made of the video.
    ///   - pictures: The pictures of steps.
    ///   - run: What was written of the run.
    init(
        _ summary: RecordingSummary, attempts: Int = 1, photos: [PhotoSummary] = [], poster: String? = nil,
        steps pictures: [Screenshots.Picture] = [], run: RunFiles.Written = RunFiles.Written()
    ) {
        let (movie, file, time) = (summary.movie, summary.soundFile, summary.virtualTime)
        let size = file == nil ? movie?.size ?? summary.pictureSize : nil
        page = summary.page
        title = summary.title
        output = summary.output
        width = size?.width
        height = size?.height
        scale = summary.scale.value
        padded = summary.isPadded
        fps = summary.frameRate.description
        container = file?.format.rawValue ?? summary.format?.container.rawValue
        codec = summary.format?.codec.rawValue
        encoder = summary.format?.encoder
        threads = summary.format?.threads
        transparent = summary.format?.hasAlpha
        clock = time == nil ? .realtime : .virtual
        date = time?.date.map { wallTimeText($0) }
        timezone = summary.timeZone
        seed = time?.seed
        refreshRate = summary.refreshRate?.description
        network = time.map { $0.waitsForNetwork ? .hold : .run }
        rendering = summary.rendering.rawValue
        renderingReason = summary.renderingReason
        frames = file == nil ? movie?.frames ?? 0 : nil
        repeated = summary.repeated
        duration = (file?.duration ?? movie?.duration ?? .zero).inSeconds
        signals = summary.signals.map(Signal.init)
        var steps = summary.steps.map { StepJSON($0) }
        pictures.mark(in: &steps)
        self.steps = steps
        chapters = summary.chapters.map { ChapterJSON(name: $0.name, start: $0.start.inRoundedSeconds) }
        captions = summary.captions
        sound = (file?.sound ?? movie?.sound).map {
            SoundJSON($0, soundtrack: summary.soundtrack, pageStreams: summary.pageStreams)
        }
        bytes = file?.bytes ?? movie?.bytes ?? 0
        livePhoto = photos.first { $0.form != .motion }.map(PhotoJSON.init)
        motionPhoto = photos.first { $0.form == .motion }.map(PhotoJSON.init)
        self.poster = poster
        report = run.report
        har = run.har
        trace = run.trace
        wallTime = summary.wallTime.inSeconds
        self.attempts = attempts
        exitReason = summary.exitReason.rawValue
        warnings = summary.warnings
        expectations = summary.verdicts.map { ExpectationJSON($0) }
    }
}

extension RecordingJSON.Signal {
    fileprivate init(_ signal: RecordedSignal) {
        self.signal = signal.signal.word
        time = signal.time?.inRoundedSeconds
        pageTime = signal.pageTime.inRoundedSeconds
        name = signal.signal.name
    }
}
