public import ArgumentParser
import Decoder
public import Encoder
import Notation

/// Options for the page's own sound.
struct PageSoundArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Record the page's own sound: auto (a sound track if the page sounds), on or off. (default: auto)",
            valueName: "mode", visibility: .detail))
    var pageAudio: PageSoundSettings.Mode?

    @Option(
        help: ArgumentHelp(
            "Volume of the page's own sound, as a factor; 0 is off. (default: 1)", valueName: "factor",
            visibility: .detail),
        transform: reading(.number(in: SoundtrackSettings.volumeRange)))
    var pageVolume: Double?

    @Option(
        help: ArgumentHelp(
            "Write the page's sound and the soundtrack as one track, mixed, or as two, separate. (default: mixed)",
            valueName: "tracks", visibility: .detail))
    var audioTracks: PageSoundSettings.Tracks?

    @Flag(help: ArgumentHelp("Turn the soundtrack down while the page sounds. (default: off)", visibility: .detail))
    var audioDucking = false

    /// The settings of the page's sound.
    var settings: PageSoundSettings {
        var settings = PageSoundSettings()
        if let pageAudio { settings.mode = pageAudio }
        if let pageVolume { settings.volume = pageVolume }
        if let audioTracks { settings.tracks = audioTracks }
        settings.ducksSoundtrack = audioDucking
        return settings
    }
}

extension PageSoundSettings.Mode: ExpressibleByArgument {}
extension PageSoundSettings.Tracks: ExpressibleByArgument {}
