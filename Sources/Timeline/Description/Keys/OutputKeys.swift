import Encoder
import Frames
import LibAV
import Notation

/// The keys of an output.
struct OutputKeys {
    let file = Key("file", .text, "The file; its extension decides what it is.")
    let livePhoto = Key("livephoto", .text, "The name of a Live Photo, instead of file.")
    let motionPhoto = Key("motionphoto", .text, "The name of a Motion Photo, instead of file.")
    let width = Key("width", .wholeNumber(in: 2...8192), "The width in pixels (default: the canvas's).")
    let height = Key("height", .wholeNumber(in: 2...8192), "The height in pixels (default: the canvas's).")
    let frameRate = Key("fps", .frameRate, "The frame rate (default: the canvas's).")
    let time = Key("at", .timelineTime, "The time of an image.")
    let sheet = Key.mapping("sheet", Sheet.mapping, "A contact sheet with a picture at each interval.")
    let start = Key("from", .timelineTime, "Where the part to write begins (default: 0).")
    let length = Key.length("for", "How long the part to write is (default: to the end).")
    let still = Key("still", .timelineTime, "The time of a photo's still, from the part's beginning.")
    let isBundle = Key.flag("pvt", "Writes a Live Photo as Apple's bundle (default: false).")
    let language = Key("language", .language, "The language of the subtitles (default: that of the first file).")
    let loops = Key(
        "loops", .wholeNumber(in: VideoSettings.loopRange), "How often an animated picture plays (default: forever).")
    let encoding = EncodingKeys()

    static let mapping = DescribedMapping("an output", OutputKeys()) { [$0.file, $0.livePhoto, $0.motionPhoto] }

    /// The keys of a contact sheet.
    struct Sheet {
        let columns = Key("columns", .wholeNumber(in: 1...100), "How many pictures a row has (default: 5).")
        let every = Key.length(
            "every", "The interval between the pictures.",
            missing: "A sheet needs the interval between pictures, like sheet: {columns: 5, every: 1s}.")

        static let mapping = DescribedMapping("a sheet", Sheet())
    }
}

/// The keys for how a video is encoded, named as the options of `pagereel record`.
struct EncodingKeys: KeyGroup {
    let pictures = PictureEncodingKeys()
    let hdr = Key<HDRHandling>.choice("hdr", "What becomes of HDR films (default: convert).")
    let sound = SoundEncodingKeys()
}

/// The keys for the pictures of a video.
struct PictureEncodingKeys: KeyGroup {
    private static let codecs =
        VideoCodec.allCases.map(\.rawValue) + [PictureCopying.required, .whereExact].map(\.rawValue)

    let quality = Key("quality", .number(in: RateControl.qualityRange), "A constant quality; lower is better.")
    let bitrate = Key("bitrate", .bitRate(in: RateControl.bitrateRange), "The bit rate, like 2M.")
    let bitsPerPixel = Key(
        "bits-per-pixel", .number(in: RateControl.bitsPerPixelRange), "The bit rate, by size and frame rate.")
    /// A codec, or how the films' pictures are copied.
    let codec = Key("codec", .value(.words(codecs)), "The codec; copy or auto copies the films' pictures.") {
        fields, name -> String? in
        guard let text = try fields.value(name, Form.text) else { return nil }
        guard codecs.contains(text) else {
            throw fields.error(name, "There is no codec '\(text)'.\(codecs.suggestion(for: text))")
        }
        return text
    }
    let keyframeInterval = Key(
        "keyframe-interval", Form(KeyframeInterval.form) { KeyframeInterval($0) },
        "The distance between keyframes: frames, or a time (default: 2s).")
    let profile = Key<CodecProfile>.choice("codec-profile", "The codec's profile.")
    let level = Key("level", Form(CodecLevel.form) { CodecLevel($0) }, "The codec's level.")
    let pixelFormat = Key<PixelFormat>.choice("pixel-format", "The pixel format.")
    let tune = Key<EncoderTune>.choice("tune", "What the encoder is tuned for.")
    let maxBitrate = Key("max-bitrate", .bitRate(in: RateControl.bitrateRange), "The highest bit rate, like 4M.")
    let bufferSize = Key(
        "buffer-size",
        Form("a number of bits, like 8M or 800k", read: Form.bitRate(in: StreamSettings.bufferRange).read),
        "The size of the decoder's buffer in bits, like 8M.")
    let pixelAspect = Key("pixel-aspect", Form(PixelAspect.form) { PixelAspect($0) }, "The shape of pixels, like 4:3.")
}

/// The keys for the sound of a video, or for sound alone.
struct SoundEncodingKeys: KeyGroup {
    let codec = Key<SoundCodec>.choice("audio-codec", "The codec of the sound.")
    let bitrate = Key(
        "audio-bitrate", .bitRate(in: SoundEncoding.bitrateRange), "The bit rate of the sound, like 192k.")
    let sampleRate = Key(
        "audio-rate", Form(SoundEncoding.sampleRateForm) { SoundEncoding.sampleRate($0) },
        "The sample rate of the sound.")
    let channels = Key("audio-channels", .wholeNumber(in: 1...2), "1 for mono, 2 for stereo.")
    let loudness = Key("loudness", .loudness, "The loudness, like -14 LUFS (default: unchanged).")
}

/// What becomes of HDR films.
enum HDRHandling: String, CaseIterable {
    /// They are converted to BT.709.
    case convert
    /// They keep their light and their colors.
    case keep
}

extension Form where Value == Double {
    /// A loudness like `-14 LUFS`.
    fileprivate static var loudness: Form {
        Form("a loudness like -14 LUFS, from -50 to -5", shape: .pattern("^-?[0-9.]+ *(LUFS)?$")) { text in
            guard let number = text.wholeMatch(of: #/(-?[0-9.]+) *(LUFS)?/#)?.1 else { return nil }
            return Double(number).flatMap { Loudness.range.contains($0) ? $0 : nil }
        }
    }
}
