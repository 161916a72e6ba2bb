public import Decoder
public import Encoder
import Files
public import Frames
private import Glibc
public import LibAV

/// The settings of a movie.
public struct MoviePlan: Sendable {
    /// The path of the output file.
    ///
    /// Its extension determines the container (default: MP4 for unknown extensions).
    public var output: String
    /// Whether an existing file is replaced, once the new one is complete.
    public var overwritesOutput = false
    /// The frame rate of the video.
    public var frameRate: FrameRate
    /// The codec of the pictures (default: the container's).
    public var codec: VideoCodec?
    /// The encoder to use if it is available; must match the codec.
    public var encoder: VideoEncoderName?
    /// The highest number of encoder threads (default: the encoder's choice).
    public var threads: Int?
    /// The encoder's trade-off between speed and file size.
    public var preset = EncoderPreset.veryfast
    /// The rate control of the encoder.
    public var rate = RateControl.quality(20)
    /// The soundtrack, cut or extended to the length of the video.
    public var soundtrack: SoundtrackSettings?
    /// The chapters.
    public var chapters: [Chapter] = []
    /// The metadata of the file.
    public var metadata = MovieMetadata(pageAddress: "")

    /// Creates default settings.
    ///
    /// - Parameters:
    ///   - output: The path of the output file.
    ///   - frameRate: The frame rate of the video.
    public init(output: String, frameRate: FrameRate = .thirty) {
        self.output = output
        self.frameRate = frameRate
    }

    /// The settings of the video stream.
    func videoSettings(_ format: FrameFormat) -> VideoSettings {
        var settings = VideoSettings(size: format.size, frameRate: frameRate, preset: preset, rate: rate)
        settings.container = MovieContainer(fileName: output) ?? .mp4
        settings.hasAlpha = format.hasAlpha
        settings.codec = settings.container.codec(asked: codec, encoder: encoder, hasAlpha: format.hasAlpha)
        settings.encoder = encoder
        settings.threads = threads
        return settings
    }

    /// Rejects an output that would overwrite its own soundtrack.
    func validate() throws(FileError) {
        var (sound, file) = (stat(), stat())
        guard let soundtrack, unsafe stat(soundtrack.path, &sound) == 0, unsafe stat(output, &file) == 0 else { return }
        guard sound.st_dev == file.st_dev, sound.st_ino == file.st_ino else { return }
        throw FileError(.invalidSettings, "The output \(output) is the soundtrack itself. Choose another name.")
    }
}
