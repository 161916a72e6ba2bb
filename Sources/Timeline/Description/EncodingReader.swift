import Encoder
import Frames
import LibAV
import Notation

/// Reads how a video output is encoded.
struct EncodingReader {
    /// The fields of the output.
    let fields: Fields

    /// The keys, named as the options of `pagereel record`.
    static let keys = [
        "quality", "bitrate", "bits-per-pixel", "codec", "keyframe-interval", "codec-profile", "level", "pixel-format",
        "tune", "max-bitrate", "buffer-size", "pixel-aspect", "audio-rate", "audio-channels",
    ]

    /// Reads the settings into an output.
    func read(into output: inout PlannedOutput) throws {
        if let rate = try rate() { output.movie.rate = rate }
        output.movie.codec = try codec(name: output.path)
        output.movie.stream = try stream()
        output.movie.sound = try sound()
        // The level is checked once the size is known.
        guard let video = output.video(size: PixelSize(width: 2, height: 2), frameRate: .thirty) else { return }
        if let mistake = video.container.mismatch(with: output.movie.sound) { throw fields.error("audio-rate", mistake) }
        if let mistake = video.mismatch { throw fields.error(mistake) }
    }

    private func rate() throws -> RateControl? {
        let rates: [(key: String, rate: RateControl)] = [
            ("quality", try fields.value("quality", .number(in: RateControl.qualityRange)).map { .quality($0) }),
            ("bitrate", try fields.value("bitrate", .bitRate(in: RateControl.bitrateRange)).map { .bitrate($0) }),
            (
                "bits-per-pixel",
                try fields.value("bits-per-pixel", .number(in: RateControl.bitsPerPixelRange)).map { .bitsPerPixel($0) }
            ),
        ].compactMap { key, rate in rate.map { (key, $0) } }
        guard rates.count < 2 else {
            throw fields.error(
                rates[1].key, "\(rates[0].key) and \(rates[1].key) cannot be combined: one follows from the other.")
        }
        return rates.first?.rate
    }

    private func codec(name: String) throws -> VideoCodec? {
        guard let codec = try fields.choice("codec", VideoCodec.self) else { return nil }
        if let container = MovieContainer(fileName: name), !container.codecs.contains(codec) {
            let fitting = container.codecs.map(\.rawValue).joined(separator: ", ")
            throw fields.error(
                "codec", "A .\(container.rawValue) file cannot hold \(codec.rawValue). Supported: \(fitting).")
        }
        return codec
    }

    private func stream() throws -> StreamSettings {
        var stream = StreamSettings()
        stream.keyframeInterval = try fields.value(
            "keyframe-interval", Form(KeyframeInterval.form) { KeyframeInterval($0) })
        stream.profile = try fields.choice("codec-profile", CodecProfile.self)
        stream.level = try fields.value("level", Form(CodecLevel.form) { CodecLevel($0) })
        stream.pixelFormat = try fields.choice("pixel-format", PixelFormat.self)
        stream.tune = try fields.choice("tune", EncoderTune.self)
        stream.maxBitrate = try fields.value("max-bitrate", .bitRate(in: RateControl.bitrateRange))
        stream.bufferSize = try fields.value(
            "buffer-size",
            Form("a number of bits, like 8M or 800k", read: Form.bitRate(in: StreamSettings.bufferRange).read))
        if let aspect = try fields.value("pixel-aspect", Form(PixelAspect.form) { PixelAspect($0) }) {
            stream.pixelAspect = aspect
        }
        return stream
    }

    private func sound() throws -> SoundEncoding {
        var sound = SoundEncoding()
        let form = Form(SoundEncoding.sampleRateForm) { SoundEncoding.sampleRate($0) }
        if let rate = try fields.value("audio-rate", form) { sound.sampleRate = rate }
        if let channels = try fields.value("audio-channels", .wholeNumber(in: 1...2)) { sound.channels = channels }
        return sound
    }
}
