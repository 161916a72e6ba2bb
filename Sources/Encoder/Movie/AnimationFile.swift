import Files
import Frames
import LibAV

/// Writes the frames of a recording or a timeline as an animated picture, which has no sound.
///
/// Used on the encoder's thread only. An unfinished file is removed on deinitialization.
final class AnimationFile: MovieStreams {
    private let settings: VideoSettings
    private let writer: any AnimationWriter
    private let resizer: PictureResizer
    private let size: PixelSize
    private let isCanceled: () -> Bool
    private var last: PixelBuffer?
    var work: WorkMeter?

    let format: MovieFormat
    let warnings: [String] = []
    let conversions = 0
    /// The file has its length when it is finished.
    private(set) var bytesWritten = 0
    var framesWritten: Int { writer.count }

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - place: The file, which must not exist; its folder must.
    ///   - settings: The size, the frame rate and the format.
    ///   - isCanceled: Asked between frames while the file is finished.
    init(_ place: OutputPlace, _ settings: VideoSettings, isCanceled: @escaping () -> Bool) throws(FileError) {
        try settings.validate()
        self.settings = settings
        self.isCanceled = isCanceled
        size = settings.pictureSize
        resizer = PictureResizer(to: size)
        switch settings.container {
        case .apng, .webp: writer = try StreamedAnimation(place, settings)
        default: writer = try GIFWriter(place, size: size, frameRate: settings.frameRate, loops: settings.loops)
        }
        format = MovieFormat(
            container: settings.container, codec: settings.codec, encoder: writer.encoder, threads: 1,
            hasAlpha: settings.hasAlpha)
    }

    /// Animated pictures have no track of texts.
    func add(_ caption: SubtitleCue) {}

    func append(_ frame: Frame) throws(FileError) {
        let converting = work?.begin(.convert, frame: frame.index)
        let pixels = try resizer.resized(frame.pixels)
        converting?.end()
        let encoding = work?.begin(.encode, frame: frame.index)
        try fill(upTo: frame.index, with: last ?? pixels)
        last = pixels
        try writer.append(pixels)
        encoding?.end()
    }

    func finish(frameCount: Int, chapters: [Chapter], metadata: MovieMetadata) throws(FileError) -> MovieSummary {
        if let last { try fill(upTo: frameCount, with: last) }
        last = nil
        let count = writer.count
        bytesWritten = try writer.finish(isCanceled: isCanceled)
        return MovieSummary(
            size: size, frames: count, duration: settings.frameRate.time(ofFrame: count), bytes: bytesWritten,
            format: format, sound: nil)
    }

    private func fill(upTo count: Int, with pixels: PixelBuffer) throws(FileError) {
        while writer.count < count { try writer.append(pixels) }
    }
}
