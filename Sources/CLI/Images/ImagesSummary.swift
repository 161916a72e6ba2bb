import Encoder
import Frames
import Movies
import Photos
import Recorder

/// What came of `pagereel images`; `--json` prints it, every key each time.
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
    private let sound: SoundJSON?
    private let bytes: Int
    private let livePhoto: PhotoJSON?
    private let motionPhoto: PhotoJSON?
    private let wallTime: Double
    /// What a person should know, as sentences.
    let warnings: [String]

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case output, pictures, width, height, fps, frames, duration, container, codec, encoder, transparent, sound
        case bytes, livePhoto, motionPhoto, wallTime, warnings
    }

    /// Sums up.
    init(
        _ finished: FinishedMovie, _ slideshow: SlideshowPlan, soundtrack: String?, wallTime: Duration,
        photos: [PhotoSummary]
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
        self.wallTime = wallTime.inRoundedSeconds
        warnings = finished.warnings
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(output, forKey: .output)
        try values.encode(pictures, forKey: .pictures)
        try values.encode(width, forKey: .width)
        try values.encode(height, forKey: .height)
        try values.encode(fps, forKey: .fps)
        try values.encode(frames, forKey: .frames)
        try values.encode(duration, forKey: .duration)
        try values.encode(container, forKey: .container)
        try values.encode(codec, forKey: .codec)
        try values.encode(self.encoder, forKey: .encoder)
        try values.encode(transparent, forKey: .transparent)
        // Null without sound, where a synthesised one would leave it out.
        try values.encode(sound, forKey: .sound)
        try values.encode(bytes, forKey: .bytes)
        try values.encode(livePhoto, forKey: .livePhoto)
        try values.encode(motionPhoto, forKey: .motionPhoto)
        try values.encode(wallTime, forKey: .wallTime)
        try values.encode(warnings, forKey: .warnings)
    }

    /// The summary in one line.
    var text: String {
        let clock = ProgressLine.clock(.milliseconds(Int(duration * 1000)))
        var parts = [
            "\(output): \(clock)", pictures == 1 ? "1 picture" : "\(pictures) pictures", "\(frames) frames",
            "\(width)x\(height), \(fps) fps",
        ]
        if let sound { parts.append(sound.loops > 0 ? "soundtrack played \(sound.loops + 1) times" : "with sound") }
        parts += [ProgressLine.size(bytes), "took \(ProgressLine.decimal(wallTime)) s"]
        return Message.printable(parts.joined(separator: " · "))
    }
}
