public import Decoder
import Files
public import Frames
public import LibAV

/// A movie's file, and how its pictures and its sound are encoded.
public struct MovieSettings: Sendable {
    /// The path of the output file.
    ///
    /// Its extension determines the container (default: MP4 for unknown extensions).
    public var output: String
    /// Whether an existing file is replaced, once the new one is complete.
    public var overwritesOutput = false
    /// The codec of the pictures (default: the container's).
    public var codec: VideoCodec?
    /// The encoder to use if this machine has it; must match the codec.
    public var encoder: VideoEncoderName?
    /// The maximum number of encoder threads (default: the encoder's choice).
    public var threads: Int?
    /// The encoder's trade-off between speed and file size.
    public var preset = EncoderPreset.veryfast
    /// The rate control of the encoder.
    public var rate = RateControl.quality(20)
    /// How the codec is used, beyond speed and rate control.
    public var stream = StreamSettings()
    /// The size to which the frames are scaled (default: their own).
    public var videoSize: PixelSize?
    /// How the sound is encoded, whatever it consists of.
    public var sound = SoundEncoding()
    /// The soundtrack, cut or extended to the length of the video.
    public var soundtrack: SoundtrackSettings?

    /// Creates default settings.
    ///
    /// - Parameter output: The path of the output file.
    public init(output: String) { self.output = output }

    /// The settings of the video stream.
    package func video(size: PixelSize, frameRate: FrameRate, hasAlpha: Bool) -> VideoSettings {
        var video = VideoSettings(size: size, frameRate: frameRate, preset: preset, rate: rate)
        video.container = MovieContainer(fileName: output) ?? .mp4
        video.hasAlpha = hasAlpha
        video.codec = video.container.codec(asked: codec, encoder: encoder, hasAlpha: hasAlpha)
        video.encoder = encoder
        video.threads = threads
        video.stream = stream
        video.scaledSize = videoSize
        return video
    }

    /// Explains why the output must not overwrite one of its inputs; `nil` if it does not.
    ///
    /// - Parameter page: The path of the recorded page, if it is a file.
    package func overwrittenInput(page: String? = nil) -> String? {
        guard let file = FileIdentity(of: output) else { return nil }
        let inputs = [(page, "page"), (soundtrack?.path, "soundtrack")]
        guard let input = inputs.first(where: { $0.0.flatMap(FileIdentity.init(of:)) == file }) else { return nil }
        return "The output \(output) is the \(input.1) itself. Choose another name."
    }
}
