public import ArgumentParser
public import Recorder

extension FrameSampler.Capture: ExpressibleByArgument {}
extension PageOptions.Rendering: ExpressibleByArgument {}
extension EncoderPreset: ExpressibleByArgument {}

/// Frames and how they are encoded.
struct VideoArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Frames a second, 1 to 120, also 29.97 or 30000/1001. (default: 30)", valueName: "rate"),
        transform: frameRate)
    var fps: FrameRate?

    @Option(
        help: ArgumentHelp(
            "How the page's picture is made: composited, with 3D; painted, flat and faster; or as the page needs it.",
            valueName: "auto|composited|painted"))
    var rendering = PageOptions.Rendering.auto

    @Option(help: ArgumentHelp("How pixels are got from the page.", valueName: "view|snapshot"))
    var capture = FrameSampler.Capture.view

    @Option(help: ArgumentHelp("x264's trade of time for size: ultrafast to placebo.", valueName: "name"))
    var preset = EncoderPreset.veryfast

    @Option(
        help: ArgumentHelp("x264's constant rate factor, 0 to 51; lower is better. (default: 20)", valueName: "crf"),
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

    /// What the encoder spends bits by.
    var rate: RateControl {
        bitrate.map(RateControl.bitrate) ?? .quality(quality ?? 20)
    }
}
