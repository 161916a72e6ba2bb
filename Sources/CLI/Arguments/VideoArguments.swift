public import ArgumentParser
public import Encoder
import Frames
import Recorder

extension EncoderPreset: ExpressibleByArgument {}
extension VideoCodec: ExpressibleByArgument {}
extension VideoEncoderName: ExpressibleByArgument {}

/// Frames and how they are encoded.
struct VideoArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Frames a second, 1 to 120, also 29.97 or 30000/1001. (default: 30)", valueName: "rate"),
        transform: frameRate)
    var fps: FrameRate?

    @Option(
        help: ArgumentHelp(
            "How the pictures are compressed: h264, hevc, av1, vp9, prores or ffv1. (default: the output's first: h264, "
                + "in .webm vp9; with --transparent vp9, in .mov prores)",
            valueName: "codec"))
    var codec: VideoCodec?

    @Option(
        help: ArgumentHelp(
            "libavcodec's encoder, such as h264_vaapi or libaom-av1; where the machine has none of the kind, another "
                + "one encodes, with a warning.", valueName: "name"))
    var encoder: VideoEncoderName?

    @Option(
        help: ArgumentHelp(
            "The encoder's threads, 1 to 64. (default: as many as there are processors, up to 8, and half as many again "
                + "for libx264, up to 4)",
            valueName: "number"),
        transform: wholeNumber("the number of threads", in: VideoSettings.threadRange))
    var threads: Int?

    @Flag(inversion: .prefixedNo, help: "Keep transparency: VP9 in .webm or .mkv, ProRes 4444 in .mov.")
    var transparent = false

    @Option(help: ArgumentHelp("The trade of time for size, by x264's names: ultrafast to placebo.", valueName: "name"))
    var preset: EncoderPreset?

    @Option(
        help: ArgumentHelp(
            "Constant quality on the scale of x264's rate factor, 0 (lossless) to 51, for every codec; lower is better. "
                + "(default: 20)", valueName: "crf"),
        transform: number("the quality", in: RateControl.qualityRange))
    var quality: Double?

    @Option(
        help: ArgumentHelp("Bits a second on average, like 2M, in place of a quality.", valueName: "rate"),
        transform: bitsPerSecond(in: RateControl.bitrateRange))
    var bitrate: Int?

    func validate() throws {
        guard quality == nil || bitrate == nil else {
            throw ValidationError("--quality and --bitrate exclude each other: the one follows from the other.")
        }
    }

    /// Refuses what the output's kind of file does not go with.
    ///
    /// - Parameter output: The file's name.
    func validate(for output: String) throws {
        guard let container = MovieContainer(fileName: output) else { return }
        let chosen = container.codec(asked: codec, encoder: encoder, hasAlpha: transparent)
        if let sentence = VideoSettings.mismatch(
            container: container, codec: chosen, encoder: encoder, hasAlpha: transparent)
        {
            throw ValidationError("\(sentence)\(asked)")
        }
        guard !chosen.isAdjustable, quality != nil || bitrate != nil || preset != nil else { return }
        throw ValidationError(
            "\(chosen.title) has one quality: --quality, --bitrate and --preset go with the other codecs.")
    }

    /// What was asked for, for those who have it from a configuration.
    private var asked: String {
        let options = [
            codec.map { "--codec \($0.rawValue)" }, encoder.map { "--encoder \($0.rawValue)" },
            transparent ? "--transparent" : nil,
        ].compactMap(\.self)
        return options.isEmpty ? "" : " Asked for was \(options.joined(separator: " "))."
    }

    /// What the encoder spends bits by.
    var rate: RateControl {
        bitrate.map(RateControl.bitrate) ?? .quality(quality ?? 20)
    }
}
