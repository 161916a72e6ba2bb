import Encoder
import Notation

/// Options for how a video's codec is used, beyond speed and rate control.
struct StreamArguments: ConfigurableTable {
    @Setting(
        "keyframe-interval",
        "Longest distance between keyframes, in frames like 60 or as a time like 2s. (default: 2s)",
        Form(KeyframeInterval.form) { KeyframeInterval($0) }, as: "frames|time")
    var keyframeInterval: KeyframeInterval?

    @Setting(
        "codec-profile",
        "Profile of the codec. (default: the lowest that holds the pixel format; high for H.264, 4444 for ProRes)",
        as: "name")
    var codecProfile: CodecProfile?

    @Setting(
        "level", "Level of the codec, like 4.1, to state and to keep. (default: the lowest that fits)",
        Form(CodecLevel.form) { CodecLevel($0) }, as: "level")
    var level: CodecLevel?

    @Setting(
        "pixel-format", "How pixels are stored. (default: yuv420p; yuv444p10 for ProRes, bgr0 for FFV1)", as: "format")
    var pixelFormat: PixelFormat?

    @Setting("tune", "Optimize for a kind of picture or use, with the encoder's own names.", as: "name")
    var tune: EncoderTune?

    @Setting(
        "max-bitrate", "Highest bit rate, like 4M, with any quality or average. (default: none)",
        .bitRate(in: RateControl.bitrateRange), as: "rate")
    var maxBitrate: Int?

    @Setting(
        "buffer-size",
        "Player's buffer in bits, like 8M, over which --max-bitrate is kept. (default: two seconds' worth)",
        Form("a buffer in bits, like 8M or 800k", read: Form.bitRate(in: StreamSettings.bufferRange).read), as: "bits")
    var bufferSize: Int?

    @Setting(
        "pixel-aspect", "Width to height of each pixel, like 4:3; players stretch the picture by it. (default: 1:1)",
        Form(PixelAspect.form) { PixelAspect($0) }, as: "ratio")
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
}
