import Encoder
import Frames
import Notation
import Photos
import Timeline

/// The summary of `pagereel images`, as `--json` prints it; every key is always
/// there.
struct ImagesSummary: Encodable {
    private let output: String
    private let pictures: Int
    private let width: Int
    private let height: Int
    private let fps: String
    private let frames: Int
    private let duration: Double
    private let container: String
    private let codec: String
    private let encoder: String
    private let transparent: Bool
    @Nullable private var sound: SoundJSON?
    private let bytes: Int
    @Nullable private var livePhoto: PhotoJSON?
    @Nullable private var motionPhoto: PhotoJSON?
    private let attempts: Int
    private let wallTime: Double
    /// Warnings, as sentences.
    let warnings: [String]

    /// Creates the summary.
    init(
        _ finished: FinishedMovie, _ slideshow: SlideshowPlan, soundtrack: String?, wallTime: Duration,
        photos: [PhotoSummary], attempts: Int
    ) {
        let movie = finished.movie
        output = finished.path
        pictures = slideshow.slides.count
        (width, height) = (movie.size.width, movie.size.height)
        fps = slideshow.frameRate.description
        frames = movie.frames
        duration = movie.duration.inRoundedSeconds
        container = movie.format.container.rawValue
        codec = movie.format.codec.rawValue
        encoder = movie.format.encoder
        transparent = movie.format.hasAlpha
        sound = movie.sound.map { SoundJSON($0, soundtrack: soundtrack) }
        bytes = movie.bytes
        livePhoto = photos.first { $0.form != .motion }.map(PhotoJSON.init)
        motionPhoto = photos.first { $0.form == .motion }.map(PhotoJSON.init)
        self.attempts = attempts
        self.wallTime = wallTime.inRoundedSeconds
        warnings = finished.warnings
    }

    /// The summary in one line.
    var text: String {
        let clock = Duration.milliseconds((duration * 1000).rounded()).clockText
        var parts = [
            "\(output): \(clock)", quantity(pictures, "picture"), quantity(frames, "frame"),
            "\(width)x\(height), \(fps) fps",
        ]
        if let sound { parts.append(sound.loops > 0 ? "soundtrack played \(sound.loops + 1) times" : "with sound") }
        parts += [bytes.byteText, "took \(wallTime.text(decimals: 1)) s"]
        return parts.joined(separator: " · ")
    }
}
