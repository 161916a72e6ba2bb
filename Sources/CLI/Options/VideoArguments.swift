import ArgumentParser
import Encoder
import Frames
import Notation
import Recorder

/// Options for frame rate and encoding.
struct VideoArguments: ConfigurableTable {
    @Setting(
        "fps", "Frames per second, 1 to 120, also 29.97 or 30000/1001. (default: 30; for .gif, 15)", .frameRate,
        as: "rate")
    var fps: FrameRate?

    @Setting(
        "codec", "Video codec. (default: h264; vp9 for .webm; with --transparent, vp9, or prores for .mov)",
        as: "codec",
        .displaces(optionsDisplaced(byCodec:)))
    var codec: VideoCodec?

    @Setting(
        "encoder",
        "Encoder of libavcodec, like h264_vaapi. If the machine lacks the hardware, another encoder takes over, with "
            + "a warning.", as: "name", .detail, .displaces { _ in ["codec"] + optionsOfOneCodec })
    var encoder: VideoEncoderName?

    @Setting(
        "threads",
        "Encoder threads, 1 to 64. (default: one per processor, at most 8; for libx264, 1.5 per processor, at most 4)",
        .wholeNumber(in: VideoSettings.threadRange), as: "number", .detail)
    var threads: Int?

    @Setting(
        "transparent",
        "Keep the page's transparency, with VP9 in .webm or .mkv, ProRes 4444 in .mov, FFV1 in .mkv, or in .webp or "
            + ".apng.")
    var transparent = false

    @Setting(
        "preset", "Trade encoding time for file size, with x264's presets. (default: veryfast)", as: "name",
        .detail)
    var preset: EncoderPreset?

    @Setting(
        "quality",
        "Constant quality on x264's CRF scale, 0 (lossless) to 51, for every codec; lower is better. (default: 20)",
        .number(in: RateControl.qualityRange), as: "crf",
        .excludes(["bitrate", "bits-per-pixel"]))
    var quality: Double?

    @Setting(
        "bitrate", "Average bit rate, like 2M, in place of a constant quality.", .bitRate(in: RateControl.bitrateRange),
        as: "rate", .detail, .excludes(["quality", "bits-per-pixel"]))
    var bitrate: Int?

    @Setting(
        "bits-per-pixel", "Average bit rate as bits for each pixel of a frame, like 0.1, in place of --bitrate.",
        .number(in: RateControl.bitsPerPixelRange), as: "bits", .detail, .excludes(["quality", "bitrate"]))
    var bitsPerPixel: Double?

    @Setting(
        "video-size", "Size of the video if not the page's; frames are scaled to it.",
        .size(sides: VideoSettings.sideRange), as: "size", .detail)
    var videoSize: PixelSize?

    @Setting(
        "loops", "How often an animated picture (.gif, .webp or .apng) plays, 1 to 65535. (default: forever)",
        .wholeNumber(in: VideoSettings.loopRange), as: "number", .detail)
    var loops: Int?

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
        let hasQuality = video.codec == .webp
        let isRated = quality != nil && !hasQuality || bitrate != nil || bitsPerPixel != nil || preset != nil
        guard !video.codec.isAdjustable, isRated else { return }
        guard !hasQuality else {
            throw ValidationError(
                "--bitrate, --bits-per-pixel and --preset do not apply to WebP. Set its quality with --quality.")
        }
        throw ValidationError(
            "\(video.codec.title) has one quality: --quality, --bitrate, --bits-per-pixel and --preset go with the other "
                + "codecs.")
    }

    /// The given options, for users who set them in a configuration.
    private func asked(with stream: StreamArguments) -> String {
        let options = _codec.words + _encoder.words + _transparent.words + _quality.words + _loops.words + stream.words
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
            size: size ?? PixelSize(width: 2, height: 2),
            frameRate: fps ?? MovieContainer(fileName: output)?.usualFrameRate ?? .thirty, hasAlpha: transparent)
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
        movie.loops = loops
    }
}

/// Options whose values another codec or encoder may not have.
private let optionsOfOneCodec = ["codec-profile", "level", "tune"]

private func optionsDisplaced(byCodec codec: String?) -> [String] {
    let isLossless = [VideoCodec.prores, .ffv1].contains { $0.rawValue == codec }
    let rate = ["quality", "bitrate", "bits-per-pixel", "preset", "keyframe-interval", "max-bitrate", "buffer-size"]
    return ["encoder"] + optionsOfOneCodec + (isLossless ? rate + ["pixel-format"] : [])
}
