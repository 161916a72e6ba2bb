import Encoder
import Frames
import LibAV
import Notation
import Yams

extension DescriptionReader {
    static let outputKeys =
        [
            "file", "livephoto", "motionphoto", "width", "height", "fps", "at", "sheet", "from", "for", "still", "pvt",
            "language", "loops",
        ]
        + Fields.encodingKeys

    func output(_ node: Node) throws -> TimelineOutput {
        let fields = try Fields(node, in: file, known: Self.outputKeys, of: "an output")
        let names = ["file", "livephoto", "motionphoto"].filter { fields[$0] != nil }
        guard let key = names.first, names.count == 1, let name = try fields.text(key) else {
            throw fields.error("An output needs exactly one of file, livephoto and motionphoto.")
        }
        guard !name.isEmpty, !name.hasSuffix("/") else { throw fields.error(key, "\(key) must name a file.") }
        let stem = try stem(name, key, fields)
        let (kind, time, timeMark) = try kind(key, name: name, fields)
        let container = kind == .movie ? MovieContainer(fileName: name) : nil
        try refuseForeign(fields, key: key, kind: kind, container)
        var output = TimelineOutput(planned: PlannedOutput(path: path(stem), kind: kind))
        output.stated = fields.stated
        output.stated.mark = fields.mark(of: key)
        (output.time, output.timeMark) = (time, timeMark)
        output.width = try fields.value("width", .wholeNumber(in: 2...8192))
        output.height = try fields.value("height", .wholeNumber(in: 2...8192))
        output.frameRate = try fields.value("fps", .frameRate)
        output.from = try fields.time("from")
        output.length = try fields.length("for")
        if case .subtitles = kind {
            output.planned.kind = .subtitles(language: try fields.value("language", .language))
        }
        output.planned.movie.loops = try fields.value("loops", .wholeNumber(in: VideoSettings.loopRange))
        output.planned.isBundle = try fields.bool("pvt") ?? false
        if let container, !container.isAnimation || container == .webp {
            try fields.readEncoding(into: &output.planned)
        }
        if kind == .sound { try fields.readSound(into: &output.planned) }
        return output
    }

    /// The common stem of a photo's files; other names are returned unchanged.
    private func stem(_ name: String, _ key: String, _ fields: Fields) throws -> String {
        let lower = name.lowercased()
        switch key {
        case "livephoto":
            let ending = [".jpg", ".jpeg", ".mov", ".pvt"].first(where: lower.hasSuffix)
            return String(name.dropLast(ending?.count ?? 0))
        case "motionphoto":
            // Android's Motion Photos have the extension `.MP.jpg` (Motion Photo format 1.0).
            guard let ending = [".mp.jpg", ".jpg", ".jpeg"].first(where: lower.hasSuffix) else { return name }
            let stem = String(name.dropLast(ending.count))
            guard ending == ".mp.jpg" else {
                throw fields.error(
                    key,
                    "A Motion Photo's name must end in .MP.jpg, which phones look for. Write \(key): \(stem).MP.jpg.")
            }
            return stem
        default: return name
        }
    }

    /// The kind of output, whose frames are not known yet, and the time that determines them, with its line.
    private func kind(
        _ key: String, name: String, _ fields: Fields
    ) throws -> (PlannedOutput.Kind, TimelineTime?, mark: YAMLFile.Mark?) {
        switch key {
        case "livephoto": return (.livePhoto(still: 0), try fields.time("still"), fields.mark(of: "still"))
        case "motionphoto": return (.motionPhoto(still: 0), try fields.time("still"), fields.mark(of: "still"))
        default: break
        }
        guard let kind = PlannedOutput.Kind(fileName: name) else {
            throw fields.error(
                key, "'\(name)' has no supported extension. Use \(PlannedOutput.Kind.fileNames).")
        }
        guard case .still = kind else { return (kind, nil, nil) }
        // Without a time, it is an animated WebP.
        if MovieContainer(fileName: name) != nil, fields["at"] == nil, fields["sheet"] == nil {
            return (.movie, nil, nil)
        }
        if let sheet = try fields.mapping("sheet", known: ["columns", "every"], of: "a sheet") {
            guard let every = try sheet.length("every") else {
                throw fields.error(
                    "sheet", "A sheet needs the interval between pictures, like sheet: {columns: 5, every: 1s}.")
            }
            let columns = try sheet.value("columns", .wholeNumber(in: 1...100)) ?? 5
            return (.sheet(columns: columns, frames: []), every, sheet.mark(of: "every"))
        }
        guard let at = try fields.time("at") else {
            throw fields.error(
                key,
                "A picture needs a time, like at: 3.2s, or --at 3.2s beside -o. For a contact sheet, write "
                    + "sheet: {columns: 5, every: 1s}; for all frames, put %05d into the name.")
        }
        return (kind, at, fields.mark(of: "at"))
    }

    /// Rejects keys that do not apply to the kind of output.
    private func refuseForeign(
        _ fields: Fields, key: String, kind: PlannedOutput.Kind, _ container: MovieContainer?
    ) throws {
        let own: [String] =
            switch kind {
            case .movie where container?.isAnimation == false:
                ["width", "height", "fps", "from", "for"] + Fields.encodingKeys
            case .sound: ["from", "for"] + Fields.soundKeys.filter { $0 != "audio-codec" }
            case .movie where container == .webp: ["width", "height", "fps", "from", "for", "quality", "loops"]
            case .movie: ["width", "height", "fps", "from", "for", "loops"]
            case .sequence: ["width", "height", "fps", "from", "for"]
            case .still: ["at", "width", "height"]
            case .sheet: ["sheet", "width", "height", "from", "for"]
            case .interchange: []
            case .subtitles: ["language", "from", "for"]
            case .livePhoto: ["from", "for", "still", "pvt", "width", "height"]
            case .motionPhoto: ["from", "for", "still", "width", "height"]
            }
        if let foreign = fields.keys.first(where: { $0 != key && !own.contains($0) }) {
            if Fields.encodingKeys.contains(foreign) {
                let reason =
                    switch kind {
                    case .sound where foreign == "audio-codec": "The name of a file with sound alone decides its codec."
                    case .sound: "This kind of output has no pictures."
                    default: "This kind of output has no video or audio encoder."
                    }
                throw fields.error(foreign, "\(foreign) is a setting of videos. \(reason)")
            }
            throw fields.error(
                foreign,
                "This kind of output does not support \(foreign).\(own.isEmpty ? "" : " Supported: \(own.joined(separator: ", ")).")"
            )
        }
    }
}

// MARK: - Encoding

extension Fields {
    /// The keys for how a video is encoded, named as the options of `pagereel record`.
    static let encodingKeys = pictureKeys + ["hdr"] + soundKeys

    /// The keys for the pictures of a video.
    private static let pictureKeys = [
        "quality", "bitrate", "bits-per-pixel", "codec", "keyframe-interval", "codec-profile", "level", "pixel-format",
        "tune", "max-bitrate", "buffer-size", "pixel-aspect",
    ]

    /// The keys for the sound of a video, or for sound alone.
    static let soundKeys = ["audio-codec", "audio-bitrate", "audio-rate", "audio-channels", "loudness"]

    /// Reads how sound alone is encoded into an output.
    fileprivate func readSound(into output: inout PlannedOutput) throws {
        output.movie.sound = try sound()
        output.loudness = try value("loudness", .loudness)
        guard let mistake = SoundFileFormat(fileName: output.path)?.mismatch(with: output.movie.sound) else { return }
        throw error("audio-rate", mistake)
    }

    /// Reads how a video is encoded into an output.
    fileprivate func readEncoding(into output: inout PlannedOutput) throws {
        if let rate = try rate() { output.movie.rate = rate }
        output.copying = try copying()
        if output.copying == .never { output.movie.codec = try codec(name: output.path) }
        output.movie.stream = try stream()
        output.movie.sound = try sound()
        output.loudness = try value("loudness", .loudness)
        output.keepsHDR = try choice("hdr", HDRHandling.self) == .keep
        // The level is checked once the size is known.
        guard let video = output.video(size: PixelSize(width: 2, height: 2), frameRate: .thirty) else { return }
        if let mistake = video.container.mismatch(with: output.movie.sound) {
            throw error(self["audio-codec"] == nil ? "audio-rate" : "audio-codec", mistake)
        }
        if let mistake = video.mismatch { throw error(mistake) }
    }

    private func rate() throws -> RateControl? {
        let rates: [(key: String, rate: RateControl)] = [
            ("quality", try value("quality", .number(in: RateControl.qualityRange)).map { .quality($0) }),
            ("bitrate", try value("bitrate", .bitRate(in: RateControl.bitrateRange)).map { .bitrate($0) }),
            (
                "bits-per-pixel",
                try value("bits-per-pixel", .number(in: RateControl.bitsPerPixelRange)).map { .bitsPerPixel($0) }
            ),
        ].compactMap { key, rate in rate.map { (key, $0) } }
        guard rates.count < 2 else {
            throw error(
                rates[1].key, "\(rates[0].key) and \(rates[1].key) cannot be combined: one follows from the other.")
        }
        return rates.first?.rate
    }

    /// Whether the codec is that of the films, whose pictures are copied.
    private func copying() throws -> PictureCopying {
        guard let text = try text("codec"), let copying = PictureCopying(rawValue: text), copying != .never else {
            return .never
        }
        if copying == .required, let setting = Self.pictureKeys.first(where: { $0 != "codec" && self[$0] != nil }) {
            throw error(
                setting,
                "\(setting) is a setting of the encoder, and codec: copy encodes no pictures. Remove \(setting), or write "
                    + "codec: auto, which encodes what cannot be copied.")
        }
        guard try copying == .whereExact || choice("hdr", HDRHandling.self) != .convert else {
            throw error(
                "hdr",
                "codec: copy leaves HDR pictures as they are. Remove hdr: convert, or write codec: auto, which encodes what "
                    + "cannot be copied.")
        }
        return copying
    }

    private func codec(name output: String) throws -> VideoCodec? {
        guard let name = try text("codec") else { return nil }
        guard let codec = VideoCodec(rawValue: name) else {
            let choices = VideoCodec.allCases.map(\.rawValue) + [PictureCopying.required, .whereExact].map(\.rawValue)
            throw error("codec", "There is no codec '\(name)'.\(choices.suggestion(for: name))")
        }
        if let container = MovieContainer(fileName: output), !container.codecs.contains(codec) {
            let fitting = container.codecs.map(\.rawValue).joined(separator: ", ")
            throw error(
                "codec", "A .\(container.rawValue) file cannot hold \(codec.rawValue). Supported: \(fitting).")
        }
        return codec
    }

    private func stream() throws -> StreamSettings {
        var stream = StreamSettings()
        stream.keyframeInterval = try value(
            "keyframe-interval", Form(KeyframeInterval.form) { KeyframeInterval($0) })
        stream.profile = try choice("codec-profile", CodecProfile.self)
        stream.level = try value("level", Form(CodecLevel.form) { CodecLevel($0) })
        stream.pixelFormat = try choice("pixel-format", PixelFormat.self)
        stream.tune = try choice("tune", EncoderTune.self)
        stream.maxBitrate = try value("max-bitrate", .bitRate(in: RateControl.bitrateRange))
        stream.bufferSize = try value(
            "buffer-size",
            Form("a number of bits, like 8M or 800k", read: Form.bitRate(in: StreamSettings.bufferRange).read))
        if let aspect = try value("pixel-aspect", Form(PixelAspect.form) { PixelAspect($0) }) {
            stream.pixelAspect = aspect
        }
        return stream
    }

    private func sound() throws -> SoundEncoding {
        var sound = SoundEncoding()
        sound.codec = try choice("audio-codec", SoundCodec.self)
        if let bitrate = try value("audio-bitrate", .bitRate(in: SoundEncoding.bitrateRange)) {
            sound.bitrate = bitrate
        }
        let form = Form(SoundEncoding.sampleRateForm) { SoundEncoding.sampleRate($0) }
        if let rate = try value("audio-rate", form) { sound.sampleRate = rate }
        if let channels = try value("audio-channels", .wholeNumber(in: 1...2)) { sound.channels = channels }
        return sound
    }
}

/// What becomes of HDR films.
private enum HDRHandling: String, CaseIterable {
    /// They are converted to BT.709.
    case convert
    /// They keep their light and their colors.
    case keep
}

extension Form where Value == Double {
    /// A loudness like `-14 LUFS`.
    fileprivate static var loudness: Form {
        Form("a loudness like -14 LUFS, from -50 to -5") { text in
            guard let number = text.wholeMatch(of: #/(-?[0-9.]+) *(LUFS)?/#)?.1 else { return nil }
            return Double(number).flatMap { Loudness.range.contains($0) ? $0 : nil }
        }
    }
}
