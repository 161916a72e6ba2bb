import Encoder
import Frames
import LibAV
import Notation
import Yams

extension DescriptionReader {
    func output(_ fields: Fields) throws -> TimelineOutput {
        let keys = OutputKeys.mapping
        let names = keys.facts.alternatives.filter { fields[$0] != nil }
        guard let key = names.first, names.count == 1, let name = try fields.value(key, Form.text) else {
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
        output.width = try fields.value(keys.width)
        output.height = try fields.value(keys.height)
        output.frameRate = try fields.value(keys.frameRate)
        output.from = try fields.value(keys.start)
        output.length = try fields.value(keys.length)
        if case .subtitles = kind {
            output.planned.kind = .subtitles(language: try fields.value(keys.language))
        }
        output.planned.movie.loops = try fields.value(keys.loops)
        output.planned.isBundle = try fields.value(keys.isBundle) ?? false
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
        case OutputKeys.mapping.livePhoto.name:
            let ending = [".jpg", ".jpeg", ".mov", ".pvt"].first(where: lower.hasSuffix)
            return String(name.dropLast(ending?.count ?? 0))
        case OutputKeys.mapping.motionPhoto.name:
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
        let keys = OutputKeys.mapping
        let (still, stillMark) = (keys.still, fields.mark(of: keys.still.name))
        switch key {
        case keys.livePhoto.name: return (.livePhoto(still: 0), try fields.value(still), stillMark)
        case keys.motionPhoto.name: return (.motionPhoto(still: 0), try fields.value(still), stillMark)
        default: break
        }
        guard let kind = PlannedOutput.Kind(fileName: name) else {
            throw fields.error(
                key, "'\(name)' has no supported extension. Use \(PlannedOutput.Kind.fileNames).")
        }
        guard case .still = kind else { return (kind, nil, nil) }
        // Without a time, it is an animated WebP.
        if MovieContainer(fileName: name) != nil, fields[keys.time.name] == nil,
            fields[keys.sheet.name] == nil
        {
            return (.movie, nil, nil)
        }
        if let sheet = try fields.value(keys.sheet) {
            let sheetKeys = OutputKeys.Sheet.mapping
            guard let every = try sheet.value(sheetKeys.every) else {
                throw fields.error(keys.sheet.name, sheetKeys.every.absence)
            }
            let columns = try sheet.value(sheetKeys.columns) ?? 5
            return (.sheet(columns: columns, frames: []), every, sheet.mark(of: sheetKeys.every.name))
        }
        guard let at = try fields.value(keys.time) else {
            throw fields.error(
                key,
                "A picture needs a time, like at: 3.2s, or --at 3.2s beside -o. For a contact sheet, write "
                    + "sheet: {columns: 5, every: 1s}; for all frames, put %05d into the name.")
        }
        return (kind, at, fields.mark(of: keys.time.name))
    }

    /// Rejects keys that do not apply to the kind of output.
    private func refuseForeign(
        _ fields: Fields, key: String, kind: PlannedOutput.Kind, _ container: MovieContainer?
    ) throws {
        let encoding = OutputKeys.mapping.encoding
        let codec = encoding.sound.codec.name
        let own: [String] =
            switch kind {
            case .movie where container?.isAnimation == false:
                ["width", "height", "fps", "from", "for"] + encoding.names
            case .sound: ["from", "for"] + encoding.sound.names.filter { $0 != codec }
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
            if encoding.names.contains(foreign) {
                let reason =
                    switch kind {
                    case .sound where foreign == codec: "The name of a file with sound alone decides its codec."
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
    private static let encoding = OutputKeys.mapping.encoding

    /// Reads how sound alone is encoded into an output.
    fileprivate func readSound(into output: inout PlannedOutput) throws {
        output.movie.sound = try sound()
        output.loudness = try value(Self.encoding.sound.loudness)
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
        output.loudness = try value(Self.encoding.sound.loudness)
        output.keepsHDR = try value(Self.encoding.hdr) == .keep
        // The level is checked once the size is known.
        guard let video = output.video(size: PixelSize(width: 2, height: 2), frameRate: .thirty) else { return }
        if let mistake = video.container.mismatch(with: output.movie.sound) {
            throw error(self["audio-codec"] == nil ? "audio-rate" : "audio-codec", mistake)
        }
        if let mistake = video.mismatch { throw error(mistake) }
    }

    private func rate() throws -> RateControl? {
        let keys = Self.encoding.pictures
        let rates: [(key: String, rate: RateControl)] = [
            (keys.quality.name, try value(keys.quality).map { .quality($0) }),
            (keys.bitrate.name, try value(keys.bitrate).map { .bitrate($0) }),
            (keys.bitsPerPixel.name, try value(keys.bitsPerPixel).map { .bitsPerPixel($0) }),
        ].compactMap { key, rate in rate.map { (key, $0) } }
        guard rates.count < 2 else {
            throw error(
                rates[1].key, "\(rates[0].key) and \(rates[1].key) cannot be combined: one follows from the other.")
        }
        return rates.first?.rate
    }

    /// Whether the codec is that of the films, whose pictures are copied.
    private func copying() throws -> PictureCopying {
        let keys = Self.encoding.pictures
        guard let text = try value(keys.codec), let copying = PictureCopying(rawValue: text), copying != .never else {
            return .never
        }
        if copying == .required, let setting = keys.names.first(where: { $0 != keys.codec.name && self[$0] != nil }) {
            throw error(
                setting,
                "\(setting) is a setting of the encoder, and codec: copy encodes no pictures. Remove \(setting), or write "
                    + "codec: auto, which encodes what cannot be copied.")
        }
        guard try copying == .whereExact || value(Self.encoding.hdr) != .convert else {
            throw error(
                "hdr",
                "codec: copy leaves HDR pictures as they are. Remove hdr: convert, or write codec: auto, which encodes what "
                    + "cannot be copied.")
        }
        return copying
    }

    private func codec(name output: String) throws -> VideoCodec? {
        guard let codec = try value(Self.encoding.pictures.codec).flatMap(VideoCodec.init) else { return nil }
        if let container = MovieContainer(fileName: output), !container.codecs.contains(codec) {
            let fitting = container.codecs.map(\.rawValue).joined(separator: ", ")
            throw error(
                "codec", "A .\(container.rawValue) file cannot hold \(codec.rawValue). Supported: \(fitting).")
        }
        return codec
    }

    private func stream() throws -> StreamSettings {
        let keys = Self.encoding.pictures
        var stream = StreamSettings()
        stream.keyframeInterval = try value(keys.keyframeInterval)
        stream.profile = try value(keys.profile)
        stream.level = try value(keys.level)
        stream.pixelFormat = try value(keys.pixelFormat)
        stream.tune = try value(keys.tune)
        stream.maxBitrate = try value(keys.maxBitrate)
        stream.bufferSize = try value(keys.bufferSize)
        if let aspect = try value(keys.pixelAspect) { stream.pixelAspect = aspect }
        return stream
    }

    private func sound() throws -> SoundEncoding {
        var sound = SoundEncoding()
        let keys = Self.encoding.sound
        sound.codec = try value(keys.codec)
        if let bitrate = try value(keys.bitrate) { sound.bitrate = bitrate }
        if let rate = try value(keys.sampleRate) { sound.sampleRate = rate }
        if let channels = try value(keys.channels) { sound.channels = channels }
        return sound
    }
}
