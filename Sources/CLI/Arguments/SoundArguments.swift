import ArgumentParser
import Decoder
import Recorder

/// The soundtrack.
struct SoundArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Sound to lay under the video, looped or cut to its length.", valueName: "file"),
        completion: .file())
    var audio: String?

    @Option(
        help: ArgumentHelp("Bits a second of the AAC sound. (default: 160k)", valueName: "rate"),
        transform: bitsPerSecond(in: SoundtrackSettings.bitrateRange))
    var audioBitrate: Int?

    @Option(
        help: ArgumentHelp("Loudness, as a factor. (default: 1)", valueName: "factor"),
        transform: number("the volume", in: SoundtrackSettings.volumeRange))
    var audioVolume: Double?

    @Option(help: ArgumentHelp("Fade in at the start of the video.", valueName: "time"), transform: duration)
    var audioFadeIn: Duration?

    @Option(help: ArgumentHelp("Fade out at the end of the video.", valueName: "time"), transform: duration)
    var audioFadeOut: Duration?

    @Option(
        help: ArgumentHelp("Blend the end of the soundtrack into its beginning where it loops.", valueName: "time"),
        transform: duration)
    var audioCrossfade: Duration?

    @Option(
        // A value may begin with a dash.
        parsing: .unconditional,
        help: ArgumentHelp(
            "Begin this far into the soundtrack; negative: begin with this much silence.", valueName: "time"),
        transform: anyDuration)
    var audioOffset: Duration?

    func validate() throws {
        guard audio == nil else { return }
        let given = [
            ("--audio-bitrate", audioBitrate != nil), ("--audio-volume", audioVolume != nil),
            ("--audio-fade-in", audioFadeIn != nil), ("--audio-fade-out", audioFadeOut != nil),
            ("--audio-crossfade", audioCrossfade != nil), ("--audio-offset", audioOffset != nil),
        ].filter(\.1).map(\.0)
        guard given.isEmpty else {
            throw ValidationError("\(given.joined(separator: " and ")) needs a soundtrack: give one with --audio.")
        }
    }

    /// What the arguments mean, if there is a soundtrack.
    var settings: SoundtrackSettings? {
        guard let audio else { return nil }
        var settings = SoundtrackSettings(path: audio)
        if let audioBitrate { settings.bitrate = audioBitrate }
        if let audioVolume { settings.volume = audioVolume }
        if let audioFadeIn { settings.fadeIn = audioFadeIn }
        if let audioFadeOut { settings.fadeOut = audioFadeOut }
        if let audioCrossfade { settings.crossfade = audioCrossfade }
        if let audioOffset { settings.offset = audioOffset }
        return settings
    }
}
