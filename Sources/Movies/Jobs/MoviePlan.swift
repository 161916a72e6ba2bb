public import Decoder
public import Encoder
import Files
public import Frames
private import Glibc
public import LibAV

/// What becomes of a source's pictures.
public struct MoviePlan: Sendable {
    /// The file to write; its name's end says what kind of file it is, an MP4
    /// without a known one.
    public var output: String
    /// Whether an existing file is replaced, once the new one is whole.
    public var overwritesOutput = false
    /// Frames a second of the video.
    public var frameRate: FrameRate
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
    /// The sound laid under the video, as long as the pictures.
    public var soundtrack: SoundtrackSettings?
    /// Named places in the video.
    public var chapters: [Chapter] = []
    /// What the file says about itself.
    public var metadata = MovieMetadata(pageAddress: "")

    /// Plans a movie with every default.
    ///
    /// - Parameters:
    ///   - output: The file to write.
    ///   - frameRate: Frames a second.
    public init(output: String, frameRate: FrameRate = .thirty) {
        self.output = output
        self.frameRate = frameRate
    }

    /// How pictures become video.
    func videoSettings(_ format: FrameFormat) -> VideoSettings {
        var settings = VideoSettings(size: format.size, frameRate: frameRate, preset: preset, rate: rate)
        settings.container = MovieContainer(fileName: output) ?? .mp4
        settings.hasAlpha = format.hasAlpha
        settings.codec = settings.container.codec(asked: codec, encoder: encoder, hasAlpha: format.hasAlpha)
        settings.encoder = encoder
        settings.threads = threads
        return settings
    }

    /// Refuses to write a movie over its own sound.
    func validate() throws(FileError) {
        var (sound, file) = (stat(), stat())
        guard let soundtrack, stat(soundtrack.path, &sound) == 0, stat(output, &file) == 0 else { return }
        guard sound.st_dev == file.st_dev, sound.st_ino == file.st_ino else { return }
        throw FileError(.invalidSettings, "The output \(output) is the soundtrack itself. Choose another name.")
    }
}
