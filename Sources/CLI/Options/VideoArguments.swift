public import ArgumentParser
public import Encoder
import Frames
import Notation
import Recorder

extension EncoderPreset: ExpressibleByArgument {}
extension VideoCodec: ExpressibleByArgument {}
extension VideoEncoderName: ExpressibleByArgument {}

/// Options for frame rate and encoding.
struct VideoArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Frames per second, 1 to 120, also 29.97 or 30000/1001. (default: 30)", valueName: "rate"),
        transform: reading(.frameRate))
    var fps: FrameRate?

    @Option(
        help: ArgumentHelp(
            "Video codec. (default: h264; vp9 for .webm; with --transparent, vp9, or prores for .mov)",
            valueName: "codec"))
    var codec: VideoCodec?

    @Option(
        help: ArgumentHelp(
            "Encoder of libavcodec, like h264_vaapi. If the machine lacks the hardware, another encoder takes over, with "
                + "a warning.", valueName: "name", visibility: .detail))
    var encoder: VideoEncoderName?

    @Option(
        help: ArgumentHelp(
            "Encoder threads, 1 to 64. (default: one per processor, at most 8; for libx264, 1.5 per processor, at most 4)",
            valueName: "number", visibility: .detail),
        transform: reading(.wholeNumber(in: VideoSettings.threadRange)))
    var threads: Int?

    @Flag(
        inversion: .prefixedNo,
        help: "Keep the page's transparency, with VP9 in .webm or .mkv, ProRes 4444 in .mov, or FFV1 in .mkv.")
    var transparent = false

    @Option(
        help: ArgumentHelp(
            "Trade encoding time for file size, with x264's presets. (default: veryfast)", valueName: "name",
            visibility: .detail))
    var preset: EncoderPreset?

    @Option(
        help: ArgumentHelp(
            "Constant quality on x264's CRF scale, 0 (lossless) to 51, for every codec; lower is better. (default: 20)",
            valueName: "crf"),
        transform: reading(.number(in: RateControl.qualityRange)))
    var quality: Double?

    @Option(
        help: ArgumentHelp(
            "Average bit rate, like 2M, in place of a constant quality.", valueName: "rate", visibility: .detail),
        transform: reading(.bitRate(in: RateControl.bitrateRange)))
    var bitrate: Int?

    @Option(
        help: ArgumentHelp(
            "Average bit rate as bits for each pixel of a frame, like 0.1, in place of --bitrate.", valueName: "bits",
            visibility: .detail),
        transform: reading(.number(in: RateControl.bitsPerPixelRange)))
    var bitsPerPixel: Double?

    @Option(
        help: ArgumentHelp(
            "Size of the video if not the page's; frames are scaled to it.", valueName: "size", visibility: .detail),
        transform: reading(.size(sides: VideoSettings.sideRange)))
    var videoSize: PixelSize?

    func validate() throws {
        let rates = [
            ("--quality", quality != nil), ("--bitrate", bitrate != nil), ("--bits-per-pixel", bitsPerPixel != nil),
        ].filter(\.1).map(\.0)
        guard rates.count < 2 else {
            throw ValidationError(
                "\(rates.joined(separator: " and ")) cannot be combined: one follows from the other.")
        }
    }

    /// Checks the options against the output's file type.
    ///
    /// - Parameters:
    ///   - output: The file's name.
    ///   - stream: How the codec is used.
    ///   - size: The frames' size; `nil` if it is not known yet, which leaves the level unchecked.
    func validate(for output: String, _ stream: StreamArguments, size: PixelSize?) throws {
        guard MovieContainer(fileName: output) != nil else { return }
        let video = settings(for: output, stream, size: size)
        if let sentence = video.mismatch ?? (size ?? videoSize == nil ? nil : video.levelMismatch) {
            throw ValidationError("\(sentence)\(asked(with: stream))")
        }
        let isRated = quality != nil || bitrate != nil || bitsPerPixel != nil || preset != nil
        guard !video.codec.isAdjustable, isRated else { return }
        throw ValidationError(
            "\(video.codec.title) has one quality: --quality, --bitrate, --bits-per-pixel and --preset go with the other "
                + "codecs.")
    }

    /// The given options, for users who set them in a configuration.
    private func asked(with stream: StreamArguments) -> String {
        let options =
            [
                codec.map { "--codec \($0.rawValue)" }, encoder.map { "--encoder \($0.rawValue)" },
                transparent ? "--transparent" : nil, quality.map { "--quality \($0)" },
            ].compactMap(\.self) + stream.given.map { "\($0) \($1)" }
        return options.isEmpty ? "" : " The options are \(options.joined(separator: " "))."
    }

    /// Returns the settings of a video.
    ///
    /// - Parameters:
    ///   - output: The file's name.
    ///   - stream: How the codec is used.
    ///   - size: The frames' size; `nil` if it is not known and does not matter.
    func settings(for output: String, _ stream: StreamArguments, size: PixelSize? = nil) -> VideoSettings {
        var movie = MovieSettings(output: output)
        apply(to: &movie, stream)
        return movie.video(
            size: size ?? PixelSize(width: 2, height: 2), frameRate: fps ?? .thirty, hasAlpha: transparent)
    }

    /// Sets how pictures are encoded.
    func apply(to movie: inout MovieSettings, _ stream: StreamArguments) {
        movie.codec = codec
        movie.encoder = encoder
        movie.threads = threads
        if let preset { movie.preset = preset }
        if let quality { movie.rate = .quality(quality) }
        if let bitrate { movie.rate = .bitrate(bitrate) }
        if let bitsPerPixel { movie.rate = .bitsPerPixel(bitsPerPixel) }
        movie.stream = stream.settings
        movie.videoSize = videoSize
    }
}
