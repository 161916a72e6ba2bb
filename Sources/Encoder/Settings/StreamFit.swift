import Frames

// Whether a codec and its encoders have the settings of a stream.

extension VideoSettings {
    /// The encoders that may be used, best first.
    var encoders: [VideoEncoderName] { encoder.map { [$0] } ?? VideoEncoderName.software(for: codec) }

    /// Whether the video is lossless H.264, which needs the profile `high444` for every pixel format.
    private var isLosslessH264: Bool { codec == .h264 && rate == .quality(0) }

    /// Whether the quality is constant.
    private var isQuality: Bool {
        if case .quality = rate { true } else { false }
    }

    // MARK: Choices

    /// Returns the pixel format that an encoder uses.
    func format(of encoder: VideoEncoderName) -> PixelFormat {
        if let format = stream.pixelFormat { return format }
        guard let profile = stream.profile, !(isLosslessH264 && profile == .high444) else {
            return encoder.formats[0]
        }
        return codec.formats(of: profile).first ?? encoder.formats[0]
    }

    /// Returns the profile of an encoder's video; `nil` if the codec has no profiles.
    func profile(of encoder: VideoEncoderName) -> CodecProfile? {
        if let profile = stream.profile { return profile }
        return isLosslessH264 ? .high444 : codec.profile(holding: format(of: encoder))
    }

    // MARK: Checks

    /// Explains why settings do not fit together, and what would.
    ///
    /// - Returns: A sentence; `nil` if the settings fit together.
    public var mismatch: String? {
        container.mismatch(with: codec, encoder: encoder, hasAlpha: hasAlpha) ?? animationMismatch ?? hdrMismatch
            ?? codecMismatch ?? formatMismatch
            ?? rateMismatch ?? encoderMismatch
    }

    /// Explains why no encoder that may be used has the settings; `nil` if one has them.
    private var encoderMismatch: String? {
        guard !encoders.isEmpty else { return nil }
        let reasons = encoders.map { reason(against: $0) }
        guard reasons.allSatisfy({ $0 != nil }) else { return nil }
        let others = VideoEncoderName.software(for: codec).filter { reason(against: $0) == nil }.map(\.rawValue)
        let hint = others.isEmpty ? [] : ["Use --encoder \(others.joined(separator: " or "))."]
        return (reasons.compactMap(\.self) + hint).joined(separator: " ")
    }

    /// Explains why an encoder lacks a setting; `nil` if it has all.
    func reason(against encoder: VideoEncoderName) -> String? {
        let format = format(of: encoder)
        if !encoder.formats.contains(format) {
            return "\(encoder.rawValue) does not encode \(format.rawValue), only \(list(encoder.formats))."
        }
        if let tune = stream.tune, !encoder.tunes.contains(tune) {
            guard !encoder.tunes.isEmpty else { return "\(encoder.rawValue) cannot be tuned; leave out tune." }
            return "\(encoder.rawValue) has no tune \(tune.rawValue), only \(list(encoder.tunes))."
        }
        if stream.level != nil, !encoder.statesLevel {
            return "\(encoder.rawValue) cannot state a requested level; leave out level."
        }
        if stream.maxBitrate != nil, isQuality, !encoder.limitsQuality {
            return "\(encoder.rawValue) cannot limit the bit rate of a constant quality; give an average bitrate with "
                + "max-bitrate."
        }
        if stream.maxBitrate != nil, !isQuality, encoder == .svtAV1 {
            return "\(encoder.rawValue) cannot limit the bit rate beside an average; give a quality with max-bitrate."
        }
        if stream.keyframeInterval == .frames(1), encoder == .svtAV1 {
            return "\(encoder.rawValue) cannot make every frame a keyframe; give an interval of 2 frames or more."
        }
        return nil
    }

    /// Explains which settings an animated picture lacks.
    private var animationMismatch: String? {
        guard container.isAnimation else {
            return loops.map { _ in
                "loops is a setting of animated pictures (.gif, .webp, .apng): a .\(container.rawValue) file does not state "
                    + "how often it plays."
            }
        }
        if stream != StreamSettings() {
            return "keyframe-interval, codec-profile, level, pixel-format, tune, max-bitrate, buffer-size and "
                + "pixel-aspect are settings of videos, not of \(codec.title)."
        }
        if let most = container.highestFrameRate, frameRate.framesPerSecond > Double(most) {
            return "A .\(container.rawValue) file can have at most \(most) fps, not \(frameRate): many players show "
                + "faster ones slowly."
        }
        return nil
    }

    /// Explains why the video cannot keep HDR.
    private var hdrMismatch: String? {
        guard keepsHDR else { return nil }
        guard VideoCodec.ofHDR.contains(codec) else {
            return "\(codec.title) does not keep HDR here. With hdr: keep, write codec: hevc or codec: av1."
        }
        if let encoder, encoder.hardware != nil {
            return "\(encoder.rawValue) cannot keep HDR here. Use \(VideoEncoderName.software(for: codec)[0].rawValue)."
        }
        guard let format = encoders.first.map({ self.format(of: $0) }), !PixelFormat.of10Bits.contains(format) else {
            return nil
        }
        return "HDR needs 10 bits per sample. With hdr: keep, write pixel-format: yuv420p10, not \(format.rawValue)."
    }

    /// Explains which settings the codec itself lacks.
    private var codecMismatch: String? {
        if stream.keyframeInterval != nil, !codec.isAdjustable {
            return "keyframe-interval does not apply to \(codec.title): every frame is a keyframe."
        }
        if let profile = stream.profile, codec.formats(of: profile).isEmpty {
            guard !codec.profiles.isEmpty else { return "\(codec.title) has no profiles; leave out codec-profile." }
            return "\(codec.title) has no profile \(profile.rawValue), only \(list(codec.profiles.map(\.profile)))."
        }
        if let level = stream.level, !codec.levels.contains(where: { $0.level == level }) {
            guard !codec.levels.isEmpty else { return "\(codec.title) has no levels that limit it; leave out level." }
            let levels = codec.levels.map(\.level.description).joined(separator: ", ")
            return "\(codec.title) has no level \(level), only \(levels)."
        }
        if stream.maxBitrate != nil || stream.bufferSize != nil, !codec.isAdjustable {
            return "max-bitrate and buffer-size do not apply to \(codec.title), which has one quality."
        }
        return nil
    }

    /// Explains why the pixel format does not fit the profile or the transparency.
    private var formatMismatch: String? {
        if hasAlpha, let first = encoders.first, stream.pixelFormat != nil || stream.profile != nil {
            let usual = first.formats[0]
            guard format(of: first) == usual else {
                return "\(codec.title) with transparency is stored as \(usual.rawValue), not as "
                    + "\(format(of: first).rawValue)."
            }
        }
        if isLosslessH264, let profile = stream.profile, profile != .high444 {
            return "Lossless H.264 (quality 0) needs the profile high444, not \(profile.rawValue). "
                + "quality 1 goes with every profile."
        }
        guard let format = stream.pixelFormat, let profile = stream.profile, !isLosslessH264 else { return nil }
        let formats = codec.formats(of: profile)
        guard !formats.contains(format) else { return nil }
        let fitting = codec.profiles.filter { $0.formats.contains(format) }.map(\.profile)
        return "The profile \(profile.rawValue) of \(codec.title) is for \(list(formats)), not for \(format.rawValue). "
            + (fitting.isEmpty ? "" : "The profiles for \(format.rawValue): \(list(fitting)).")
    }

    /// Explains why the limit of the bit rate does not fit the rate control.
    private var rateMismatch: String? {
        guard stream.bufferSize == nil || stream.maxBitrate != nil else { return "buffer-size needs max-bitrate." }
        guard let most = stream.maxBitrate else { return nil }
        if rate == .quality(0), codec != .av1 {
            return "Lossless video (quality 0) has no highest bit rate. Leave out max-bitrate, or give another quality."
        }
        if case .bitrate(let average) = rate, average > most {
            return "The average bit rate \(average) is above the highest, \(most). Raise max-bitrate, or lower bitrate."
        }
        return nil
    }

    private func list<Name: RawRepresentable<String>>(_ names: [Name]) -> String {
        names.map(\.rawValue).joined(separator: ", ")
    }
}

// MARK: - Levels

extension VideoSettings {
    /// The limits of the requested level; `nil` without one.
    private var levelLimits: LevelLimits? { codec.levels.first { $0.level == stream.level } }

    /// Explains why the size, the frame rate and the bit rate do not fit the level, and which level they fit.
    ///
    /// - Returns: A sentence; `nil` if the level holds them, or none is requested.
    public var levelMismatch: String? {
        guard let limits = levelLimits else { return nil }
        let (size, bits) = (pictureSize, max(bitrate ?? 0, stream.maxBitrate ?? 0))
        let profile = encoders.first.flatMap { self.profile(of: $0) }
        let lowest = codec.lowestLevel(for: size, frameRate, bitrate: bits, profile: profile)
        if let lowest, lowest <= limits.level {
            let most = limits.buffer * codec.bitrateFactor(of: profile) / 1000
            guard let buffer = stream.bufferSize, most > 0, buffer > most else { return nil }
            return
                "Level \(limits.level) of \(codec.title) has a buffer of at most \(most) bits. Lower buffer-size, or "
                + "leave it out."
        }
        let rate = bits > 0 ? " with \(bits) bits per second" : ""
        return "Level \(limits.level) of \(codec.title) is too low for \(size) pixels at \(frameRate) fps\(rate). "
            + (lowest.map { "The lowest level that holds is \($0)." } ?? "No level of \(codec.title) holds that.")
    }

    /// The highest bit rate that an encoder has to keep, and the buffer over which; `nil` without a limit.
    ///
    /// A level of H.264 and HEVC limits both, in terms that their encoders keep.
    func bitrateLimit(of encoder: VideoEncoderName) -> (bitrate: Int, buffer: Int)? {
        let factor = codec.bitrateFactor(of: profile(of: encoder))
        let level = [.h264, .hevc].contains(codec) && rate != .quality(0) ? levelLimits : nil
        let buffer = level.map { $0.buffer * factor / 1000 } ?? .max
        if let most = stream.maxBitrate { return (most, stream.bufferSize ?? min(2 * most, buffer)) }
        return level.map { ($0.bitrate * factor / 1000, buffer) }
    }
}
