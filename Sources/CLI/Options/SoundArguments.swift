import ArgumentParser
import Decoder
import Encoder
import LibAV
import Notation

/// Options for the soundtrack.
struct SoundArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Soundtrack, looped or cut to the length of the video.", valueName: "file"),
        completion: .file())
    var audio: String?

    @Option(
        help: ArgumentHelp("Bit rate of AAC or Opus audio. (default: 160k)", valueName: "rate", visibility: .detail),
        transform: reading(.bitRate(in: SoundtrackSettings.bitrateRange)))
    var audioBitrate: Int?

    @Option(
        help: ArgumentHelp(
            "Samples per second of the sound, 8000 to 96000. (default: 48000)", valueName: "hertz", visibility: .detail),
        transform: reading(Form(SoundEncoding.sampleRateForm) { SoundEncoding.sampleRate($0) }))
    var audioRate: Int?

    @Option(
        help: ArgumentHelp(
            "Channels of the sound: 1, the mean of left and right, or 2. (default: 2)", valueName: "number",
            visibility: .detail),
        transform: reading(.wholeNumber(in: 1...2)))
    var audioChannels: Int?

    @Option(
        help: ArgumentHelp(
            "Volume of the soundtrack, as a factor. (default: 1)", valueName: "factor", visibility: .detail),
        transform: reading(.number(in: SoundtrackSettings.volumeRange)))
    var audioVolume: Double?

    @Option(
        help: ArgumentHelp("Fade in at the start of the video. (default: 0s)", valueName: "time"),
        transform: reading(.time))
    var audioFadeIn: Duration?

    @Option(
        help: ArgumentHelp("Fade out at the end of the video. (default: 0s)", valueName: "time"),
        transform: reading(.time))
    var audioFadeOut: Duration?

    @Option(
        help: ArgumentHelp(
            "Cross-fade from the end of the soundtrack to its beginning where it loops. (default: 0s)",
            valueName: "time", visibility: .detail),
        transform: reading(.time))
    var audioCrossfade: Duration?

    @Option(
        // Negative values begin with a dash.
        parsing: .unconditional,
        help: ArgumentHelp(
            "Skip this much of the soundtrack; if negative, begin with that much silence. (default: 0s)",
            valueName: "time", visibility: .detail),
        transform: reading(.signedTime))
    var audioOffset: Duration?

    /// Rejects options that have no effect.
    ///
    /// - Parameter hasOtherSound: Whether the video may have sound without a soundtrack.
    func validate(hasOtherSound: Bool = false) throws {
        guard audio == nil else { return }
        let given = [
            ("--audio-bitrate", audioBitrate != nil && !hasOtherSound),
            ("--audio-rate", audioRate != nil && !hasOtherSound),
            ("--audio-channels", audioChannels != nil && !hasOtherSound), ("--audio-volume", audioVolume != nil),
            ("--audio-fade-in", audioFadeIn != nil), ("--audio-fade-out", audioFadeOut != nil),
            ("--audio-crossfade", audioCrossfade != nil), ("--audio-offset", audioOffset != nil),
        ].filter(\.1).map(\.0)
        guard given.isEmpty else {
            throw ValidationError("\(given.joined(separator: " and ")) needs a soundtrack: give one with --audio.")
        }
    }

    /// Checks the options against the output's file type.
    ///
    /// - Parameter output: The file's name.
    func validate(for output: String) throws {
        guard let mistake = MovieContainer(fileName: output)?.mismatch(with: encoding) else { return }
        throw ValidationError("\(mistake) The rate is set by --audio-rate.")
    }

    /// How the sound is stored.
    var encoding: SoundEncoding {
        var encoding = SoundEncoding()
        if let audioRate { encoding.sampleRate = audioRate }
        if let audioChannels { encoding.channels = audioChannels }
        return encoding
    }

    /// The soundtrack's settings; `nil` without a soundtrack.
    var settings: SoundtrackSettings? {
        guard let audio else { return nil }
        var settings = SoundtrackSettings(path: audio)
        if let audioBitrate { settings.bitrate = audioBitrate }
        settings.encoding = encoding
        if let audioVolume { settings.volume = audioVolume }
        if let audioFadeIn { settings.fadeIn = audioFadeIn }
        if let audioFadeOut { settings.fadeOut = audioFadeOut }
        if let audioCrossfade { settings.crossfade = audioCrossfade }
        if let audioOffset { settings.offset = audioOffset }
        return settings
    }
}
