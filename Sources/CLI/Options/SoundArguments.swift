import ArgumentParser
import Decoder
import Encoder
import LibAV
import Notation
import Timeline

/// Options for the soundtrack.
struct SoundArguments: ConfigurableTable {
    @Setting(
        "audio", "Soundtrack, looped or cut to the length of the video.", .text, as: "file", .file,
        // What one file has, another may lack.
        .displaces { _ in ["audio-source-track", "audio-source-channel"] })
    var audio: String?

    @Setting(
        "audio-source-track",
        "Sound track of the soundtrack's file, by its number or its language, like 2 or eng. (default: the best)",
        .soundTrack, as: "track", .detail, .requires("audio"))
    var audioSourceTrack: SoundSelection.Track?

    @Setting(
        "audio-source-channel",
        "Channel of the soundtrack's file that is heard on both sides: left, right or a number. (default: all)",
        .soundChannel, as: "channel", .detail, .requires("audio"))
    var audioSourceChannel: Int?

    @Setting(
        "audio-codec",
        "Codec of the sound: aac; without loss, flac for .mkv, and pcm for .mkv and .mov. (default: aac; opus for .webm)",
        .movieSoundCodec, as: "codec", .detail)
    var audioCodec: SoundCodec?

    @Setting(
        "audio-bitrate", "Bit rate of AAC, Opus or MP3 audio. (default: 160k)",
        .bitRate(in: SoundEncoding.bitrateRange), as: "rate", .detail)
    var audioBitrate: Int?

    @Setting(
        "audio-rate", "Samples per second of the sound, 8000 to 96000. (default: 48000)",
        Form(SoundEncoding.sampleRateForm) { SoundEncoding.sampleRate($0) }, as: "hertz", .detail)
    var audioRate: Int?

    @Setting(
        "audio-channels", "Channels of the sound: 1, the mean of left and right, or 2. (default: 2)",
        .wholeNumber(in: 1...2), as: "number", .detail)
    var audioChannels: Int?

    @Setting(
        "audio-volume", "Volume of the soundtrack, as a factor. (default: 1)",
        .number(in: SoundtrackSettings.volumeRange), as: "factor", .detail, .requires("audio"))
    var audioVolume: Double?

    @Setting("audio-fade-in", "Fade in at the start of the video. (default: 0s)", .time, as: "time", .requires("audio"))
    var audioFadeIn: Duration?

    @Setting("audio-fade-out", "Fade out at the end of the video. (default: 0s)", .time, as: "time", .requires("audio"))
    var audioFadeOut: Duration?

    @Setting(
        "audio-crossfade", "Cross-fade from the end of the soundtrack to its beginning where it loops. (default: 0s)",
        .time, as: "time", .detail, .requires("audio"))
    var audioCrossfade: Duration?

    @Setting(
        "audio-offset", "Skip this much of the soundtrack; if negative, begin with that much silence. (default: 0s)",
        .signedTime, as: "time", .detail, .dash, .requires("audio"))
    var audioOffset: Duration?

    // Which options need a soundtrack depends on the video's other sound.
    func validate() throws {}

    /// Rejects options that have no effect.
    ///
    /// - Parameter hasOtherSound: Whether the video may have sound without a soundtrack.
    func validate(hasOtherSound: Bool) throws {
        guard audio == nil else { return }
        let all: [(name: String, isGiven: Bool)] = [
            // Those of a configuration are for recordings that have sound.
            ("--audio-codec", _audioCodec.isTyped && !hasOtherSound),
            ("--audio-bitrate", _audioBitrate.isTyped && !hasOtherSound),
            ("--audio-rate", _audioRate.isTyped && !hasOtherSound),
            ("--audio-channels", _audioChannels.isTyped && !hasOtherSound), ("--audio-volume", audioVolume != nil),
            ("--audio-source-track", audioSourceTrack != nil), ("--audio-source-channel", audioSourceChannel != nil),
            ("--audio-fade-in", audioFadeIn != nil), ("--audio-fade-out", audioFadeOut != nil),
            ("--audio-crossfade", audioCrossfade != nil), ("--audio-offset", audioOffset != nil),
        ]
        let given = all.filter(\.isGiven).map(\.name)
        guard given.isEmpty else {
            throw ValidationError("\(given.joined(separator: " and ")) needs a soundtrack: give one with --audio.")
        }
    }

    /// Checks the options against the output's file type.
    ///
    /// - Parameter output: The file's name.
    func validate(for output: String) throws {
        guard let container = MovieContainer(fileName: output) else { return }
        guard !container.isAnimation || audio == nil else {
            throw ValidationError("A .\(container.rawValue) file has no sound. Leave out --audio, or write to .mp4.")
        }
        guard let mistake = container.mismatch(with: encoding) else { return }
        let cause = audioCodec == nil ? "The rate is set by --audio-rate." : "The codec is set by --audio-codec."
        throw ValidationError("\(mistake) \(cause)")
    }

    /// How the sound is stored.
    var encoding: SoundEncoding {
        var encoding = SoundEncoding()
        encoding.codec = audioCodec
        if let audioBitrate { encoding.bitrate = audioBitrate }
        if let audioRate { encoding.sampleRate = audioRate }
        if let audioChannels { encoding.channels = audioChannels }
        return encoding
    }

    /// The soundtrack's settings; `nil` without a soundtrack.
    var settings: SoundtrackSettings? {
        guard let audio else { return nil }
        var settings = SoundtrackSettings(path: audio)
        settings.selection = SoundSelection(track: audioSourceTrack, channel: audioSourceChannel)
        if let audioVolume { settings.volume = audioVolume }
        if let audioFadeIn { settings.fadeIn = audioFadeIn }
        if let audioFadeOut { settings.fadeOut = audioFadeOut }
        if let audioCrossfade { settings.crossfade = audioCrossfade }
        if let audioOffset { settings.offset = audioOffset }
        return settings
    }
}

extension Form where Value == SoundCodec {
    /// A codec that a video's file can hold.
    fileprivate static var movieSoundCodec: Form {
        let codecs = SoundCodec.allCases.filter { codec in
            MovieContainer.allCases.contains { $0.soundCodecs.contains(codec) }
        }
        return Form("one of \(codecs.map(\.rawValue).joined(separator: ", "))", write: \.rawValue) { text in
            codecs.first { $0.rawValue == text }
        }
    }
}
