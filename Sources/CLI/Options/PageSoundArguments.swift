import ArgumentParser
import Decoder
import Encoder
import Notation

/// Options for the page's own sound.
struct PageSoundArguments: ConfigurableTable {
    @Setting(
        "page-audio",
        "Record the page's own sound: auto (a sound track if the page sounds), on or off. (default: auto)", as: "mode",
        .detail)
    var pageAudio: PageSoundSettings.Mode?

    @Setting(
        "page-volume", "Volume of the page's own sound, as a factor; 0 is off. (default: 1)",
        .number(in: SoundtrackSettings.volumeRange), as: "factor", .detail)
    var pageVolume: Double?

    @Setting(
        "audio-tracks",
        "Write the page's sound and the soundtrack as one track, mixed, or as two, separate. (default: mixed)",
        as: "tracks", .detail)
    var audioTracks: PageSoundSettings.Tracks?

    @Setting(
        "audio-ducking", "Turn the soundtrack down while the page sounds. (default: off)", .onOnly, .detail,
        .requires("audio"))
    var audioDucking = false

    /// Checks the options against the output's file type.
    ///
    /// - Parameter output: The file's name.
    func validate(for output: String) throws {
        guard let container = MovieContainer(fileName: output), container.isAnimation else { return }
        guard pageAudio == .on else { return }
        throw ValidationError("A .\(container.rawValue) file has no sound. Leave out --page-audio, or write to .mp4.")
    }

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
