public import ArgumentParser
public import Encoder
import Notation

extension CodecProfile: ExpressibleByArgument {}
extension EncoderTune: ExpressibleByArgument {}
extension PixelFormat: ExpressibleByArgument {}

/// Options for how a video's codec is used, beyond speed and rate control.
struct StreamArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Longest distance between keyframes, in frames like 60 or as a time like 2s. (default: 2s)",
            valueName: "frames|time"),
        transform: reading(Form(KeyframeInterval.form) { KeyframeInterval($0) }))
    var keyframeInterval: KeyframeInterval?

    @Option(
        help: ArgumentHelp(
            "Profile of the codec. (default: the lowest that holds the pixel format; high for H.264, 4444 for ProRes)",
            valueName: "name"))
    var codecProfile: CodecProfile?

    @Option(
        help: ArgumentHelp(
            "Level of the codec, like 4.1, to state and to keep. (default: the lowest that fits)", valueName: "level"),
        transform: reading(Form(CodecLevel.form) { CodecLevel($0) }))
    var level: CodecLevel?

    @Option(
        help: ArgumentHelp(
            "How pixels are stored. (default: yuv420p; yuv444p10 for ProRes, bgr0 for FFV1)", valueName: "format"))
    var pixelFormat: PixelFormat?

    @Option(
        help: ArgumentHelp("Optimize for a kind of picture or use, with the encoder's own names.", valueName: "name"))
    var tune: EncoderTune?

    @Option(
        help: ArgumentHelp(
            "Highest bit rate, like 4M, with any quality or average. (default: none)", valueName: "rate"),
        transform: reading(.bitRate(in: RateControl.bitrateRange)))
    var maxBitrate: Int?

    @Option(
        help: ArgumentHelp(
            "Player's buffer in bits, like 8M, over which --max-bitrate is kept. (default: two seconds' worth)",
            valueName: "bits"),
        transform: reading(
            "a buffer is written in bits, like 8M or 800k.", Form.bitRate(in: StreamSettings.bufferRange).read))
    var bufferSize: Int?

    @Option(
        help: ArgumentHelp(
            "Width to height of each pixel, like 4:3; players stretch the picture by it. (default: 1:1)",
            valueName: "ratio"),
        transform: reading(Form(PixelAspect.form) { PixelAspect($0) }))
    var pixelAspect: PixelAspect?

    /// The settings of the video stream.
    var settings: StreamSettings {
        var settings = StreamSettings()
        settings.keyframeInterval = keyframeInterval
        settings.profile = codecProfile
        settings.level = level
        settings.pixelFormat = pixelFormat
        settings.tune = tune
        settings.maxBitrate = maxBitrate
        settings.bufferSize = bufferSize
        if let pixelAspect { settings.pixelAspect = pixelAspect }
        return settings
    }

    /// The given options with their values, as typed.
    var given: [(name: String, value: String)] {
        [
            ("--keyframe-interval", keyframeInterval?.description), ("--codec-profile", codecProfile?.rawValue),
            ("--level", level?.description), ("--pixel-format", pixelFormat?.rawValue), ("--tune", tune?.rawValue),
            ("--max-bitrate", maxBitrate?.description), ("--buffer-size", bufferSize?.description),
            ("--pixel-aspect", pixelAspect?.description),
        ].compactMap { name, value in value.map { (name, $0) } }
    }
}
