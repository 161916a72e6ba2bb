import CLibAV
import Frames
import LibAV

/// The settings of an encoder in its own terms.
struct EncoderOptions {
    /// The encoder's private options, in the order in which they are set.
    var options: [(name: String, value: String)] = []
    /// The level, as libav numbers it; for FFV1, the version of the format.
    var level: CInt?
    /// Slices per picture, which threads encode in parallel.
    var slices: CInt?
    /// Average bits per second; 0 with constant quality.
    var bitrate = 0
    /// The highest bit rate, in bits per second; 0 without a limit.
    var maxBitrate = 0
    /// The lowest bit rate, in bits per second; 0 without a limit.
    var minBitrate = 0
    /// The decoder's buffer, in bits; 0 for the encoder's choice.
    var bufferSize = 0
    /// The number of threads that libav starts or passes to the encoder.
    var threads = 1
    /// The quality, for encoders without an option for it.
    var globalQuality: CInt?
    /// Whether that quality is the quantizer of all pictures, in libav's unit of it.
    var hasConstantQuantizer = false
    /// Whether frames are encoded in display order, without B-frames.
    var hasNoReordering = false
    /// Whether every frame is a keyframe.
    var hasOnlyKeyframes = false

    /// Translates settings for an encoder.
    ///
    /// - Parameters:
    ///   - encoder: The encoder.
    ///   - settings: The video's settings.
    ///   - threads: The maximum number of threads, at least 1.
    init(_ encoder: VideoEncoderName, _ settings: VideoSettings, threads: Int) {
        self.threads = threads
        bitrate = settings.bitrate ?? 0
        if let limit = settings.bitrateLimit(of: encoder) {
            (maxBitrate, bufferSize) = (limit.bitrate, limit.buffer)
        }
        switch encoder {
        case .x264: setX264(settings)
        case .x265: setX265(settings)
        case .svtAV1: setSVT(settings)
        case .aomAV1: setAOM(settings)
        case .vpxVP9: setVPX(settings)
        case .prores: setProRes(settings)
        case .ffv1: setFFV1(settings)
        case .h264VAAPI, .hevcVAAPI, .vp9VAAPI, .av1VAAPI: setVAAPI(settings, encoder.codec)
        case .h264NVENC, .hevcNVENC, .av1NVENC: setNVENC(settings, encoder.codec)
        case .h264QSV, .hevcQSV, .vp9QSV, .av1QSV: setQSV(settings, encoder)
        }
    }

    /// Returns the maximum number of threads for an encoder and its settings.
    ///
    /// With several threads, x264 (0.164) gives a different file each time that it keeps a highest bit rate, and
    /// SVT-AV1 (1.4) each time that it keeps any bit rate.
    static func threads(for encoder: VideoEncoderName, _ settings: VideoSettings) -> Int {
        let isLimited = settings.bitrateLimit(of: encoder) != nil
        switch encoder {
        case .x264 where isLimited: return 1
        case .svtAV1 where isLimited || settings.bitrate != nil: return 1
        default: return settings.threads ?? suitableThreads(for: encoder, settings.pictureSize)
        }
    }

    /// Returns the default number of threads for an encoder.
    ///
    /// One thread per processor, up to 8. For x264, 1.5 threads per processor, as x264 chooses
    /// itself because each thread waits for the previous one (`validate_parameters` in its
    /// encoder.c), but up to 4: each thread holds 16 MB of a 1080p movie, and 4 encode faster
    /// than any page renders. Up to 3 at 3840x2160, where a thread holds 64 MB.
    static func suitableThreads(for encoder: VideoEncoderName, _ size: PixelSize) -> Int {
        let processors = max(1, Int(av_cpu_count()))
        let most = size.width * size.height > mostPixelsForFourThreads ? 3 : 4
        return encoder == .x264 ? min(processors * 3 / 2, most) : min(processors, 8)
    }

    private mutating func set(_ name: String, _ value: String) { options.append((name, value)) }
    private mutating func set(_ name: String, _ value: Int) { options.append((name, "\(value)")) }
}

// MARK: - On the processor

extension EncoderOptions {
    private mutating func setX264(_ settings: VideoSettings) {
        let preset = settings.preset
        let profile = settings.profile(of: .x264)
        set("preset", preset.rawValue)
        if let tune = settings.stream.tune { set("tune", tune.rawValue) }
        if let profile { set("profile", profile.rawValue) }
        if let level = settings.stream.level { set("level", level.exact) }
        // x264 signals the lowest profile that its tools need. The 8x8 transform and CABAC, which
        // ultrafast disables, make it High and Main (`x264_sps_init` in its set.c).
        //
        // Without `cpu-independent`, the AVX-512 version of x264's `mbtree_propagate_list` (0.164)
        // reads beyond the last macroblock of a row unless the width is a multiple of 128 pixels.
        // The same frames then give different files.
        let tools: [String] =
            switch profile {
            case .baseline: []
            case .main: preset == .ultrafast ? ["cabac=1"] : []
            default: ["8x8dct=1"]
            }
        var parameters = tools + ["cpu-independent=1"]
        // A level's decoder holds four pictures or more, which a pyramid of B-frames takes; that of 1.1 holds two at
        // 352x288 (ITU-T H.264, table A-1: MaxDpbMbs). libavcodec limits the reference pictures, but not the pyramid.
        if settings.stream.level == CodecLevel(number: 11) { parameters.append("b-pyramid=0") }
        // By default, the thread that looks ahead keeps four more pictures, of 2.5 MB each at 1280x720, and 25 MB at
        // 3840x2160. With one, the file is the same, and as fast.
        parameters.append("sync-lookahead=1")
        set("x264-params", parameters.joined(separator: ":"))
        if case .quality(let factor) = settings.rate { set("crf", "\(factor)") }
    }

    /// The most pixels of a picture that x264 encodes with up to four threads.
    private static let mostPixelsForFourThreads = 4_500_000

    private mutating func setX265(_ settings: VideoSettings) {
        // The number of frame threads changes the file, so it is fixed; the number of pool
        // threads does not. With two frame threads, x265 (3.5) gives a different file each time that it
        // keeps a highest bit rate.
        let workers = threads
        threads = maxBitrate > 0 ? 1 : 2
        set("preset", settings.preset.rawValue)
        if let tune = settings.stream.tune { set("tune", tune.rawValue) }
        // Closed GOPs, so that players can seek to every keyframe. No settings in the stream,
        // because they name the number of threads.
        var parameters = ["log-level=none", "pools=\(workers)", "open-gop=0", "info=0"]
        // Levels are those of the Main tier.
        if let level = settings.stream.level { parameters += ["level-idc=\(level.exact)", "high-tier=0"] }
        if case .quality(let factor) = settings.rate {
            if factor == 0 { parameters.append("lossless=1") } else { set("crf", "\(factor)") }
        }
        if let hdr = settings.hdr {
            // FFmpeg's own side data reaches x265 from 7.1 on only.
            if let display = hdr.display { parameters.append("master-display=\(display.wholeText)") }
            if let light = hdr.light { parameters.append("max-cll=\(light.text)") }
        }
        set("x265-params", parameters.joined(separator: ":"))
    }

    private mutating func setSVT(_ settings: VideoSettings) {
        // With 10 bits, faster presets mix the colors of one frame into the next: 12 in SVT-AV1 1.4, 10 in 2.3, and 8
        // in 4.2, which FFmpeg 9 comes with. At 7, SVT-AV1 2.3 has twice computed without end.
        let fastestOf10Bits = LIBAVCODEC_VERSION_MAJOR >= 63 ? 7 : 9
        let fastest = settings.format(of: .svtAV1) == .yuv420p10 ? fastestOf10Bits : 12
        set("preset", min(fastest, Self.svtPresets[settings.preset] ?? 10))
        if case .quality(let factor) = settings.rate { set("crf", max(1, Self.scaled(factor, to: 63))) }
        level = settings.stream.level.map { CInt($0.number) }
        // SVT-AV1's numbers (Docs/Parameters.md).
        let tune = settings.stream.tune.map { ":tune=\($0 == .vq ? 0 : 1)" } ?? ""
        let display = settings.hdr?.display.map { ":mastering-display=\($0.fractionText)" } ?? ""
        let light = settings.hdr?.light.map { ":content-light=\($0.text)" } ?? ""
        set("svtav1-params", "lp=\(threads)\(tune)\(display)\(light)")
    }

    private mutating func setAOM(_ settings: VideoSettings) {
        set("cpu-used", Self.aomSpeeds[settings.preset] ?? 6)
        set("row-mt", 1)
        limitConstantly()
        // With keyframes this close, libaom 3.12 fails in its temporal filter, which looks ahead. At a constant bit
        // rate, 3.14 spends twice the limit on hidden frames that it encodes ahead, and 3.6 exceeds the limit without
        // them. libaom does not state its version here; 3.14 comes with FFmpeg 9.0.
        let exceedsLimit = minBitrate > 0 && LIBAVCODEC_VERSION_MAJOR >= 63
        if settings.keyframeInterval <= 2 || exceedsLimit { set("lag-in-frames", 0) }
        switch settings.stream.tune {
        case .screen?: set("aom-params", "tune-content=screen")
        case let tune?: set("tune", tune.rawValue)
        case nil: break
        }
        if case .quality(let factor) = settings.rate { set("crf", max(1, Self.scaled(factor, to: 63))) }
    }

    private mutating func setVPX(_ settings: VideoSettings) {
        let (deadline, speed) = Self.vpxSpeeds[settings.preset] ?? ("good", 5)
        set("deadline", deadline)
        set("cpu-used", speed)
        set("row-mt", 1)
        if let tune = settings.stream.tune {
            set([.screen, .film].contains(tune) ? "tune-content" : "tune", tune.rawValue)
        }
        if let wanted = settings.stream.level {
            set("level", wanted.exact)
            // MP4's index states it.
            level = CInt(wanted.number)
        }
        limitConstantly()
        // Color and alpha are encoded as two streams, which stay in step only without hidden
        // (alt-ref) frames.
        if settings.hasAlpha { set("auto-alt-ref", 0) }
        guard case .quality(let factor) = settings.rate else { return }
        if factor == 0 { set("lossless", 1) } else { set("crf", Self.scaled(factor, to: 63)) }
    }

    /// Limits the bit rate of libvpx and libaom, which keep a buffer only at a constant bit rate.
    ///
    /// With a constant quality, their bit rate is the highest one ("constrained quality").
    private mutating func limitConstantly() {
        guard maxBitrate > 0 else { return }
        if bitrate == 0 {
            bitrate = maxBitrate
            maxBitrate = 0
        } else {
            (minBitrate, maxBitrate) = (bitrate, bitrate)
        }
    }

    private mutating func setProRes(_ settings: VideoSettings) {
        if let profile = settings.profile(of: .prores) { set("profile", profile.rawValue) }
        bitrate = 0
    }

    /// Selects FFV1's fastest tools, and slices for threads.
    ///
    /// Version 3, Golomb-Rice coding, small contexts (RFC 9043, 3.8.1 and 4.2).
    private mutating func setFFV1(_ settings: VideoSettings) {
        hasOnlyKeyframes = true
        bitrate = 0
        // Four slices are two by two, and FFmpeg (5.1) loses pixels in slices that are one pixel wide or high.
        let size = settings.pictureSize
        (level, slices) = (3, min(size.width, size.height) > 2 ? 4 : 1)
        set("coder", "rice")
        set("context", 0)
    }

    /// Scales a rate factor to another encoder's range, which also begins at 0.
    private static func scaled(_ factor: Double, to worst: Double) -> Int {
        Int((factor * worst / RateControl.qualityRange.upperBound).rounded())
    }

    private static let svtPresets: [EncoderPreset: Int] = [
        .ultrafast: 12, .superfast: 11, .veryfast: 10, .faster: 9, .fast: 8, .medium: 7, .slow: 6, .slower: 5,
        .veryslow: 4, .placebo: 2,
    ]
    private static let aomSpeeds: [EncoderPreset: Int] = [
        .ultrafast: 8, .superfast: 7, .veryfast: 6, .faster: 5, .fast: 4, .medium: 4, .slow: 3, .slower: 2,
        .veryslow: 1, .placebo: 0,
    ]
    private static let vpxSpeeds: [EncoderPreset: (String, Int)] = [
        .ultrafast: ("realtime", 8), .superfast: ("realtime", 6), .veryfast: ("good", 5), .faster: ("good", 4),
        .fast: ("good", 3), .medium: ("good", 2), .slow: ("good", 1), .slower: ("good", 1), .veryslow: ("good", 0),
        .placebo: ("best", 0),
    ]
}

// MARK: - In hardware

extension EncoderOptions {
    private mutating func setVAAPI(_ settings: VideoSettings, _ codec: VideoCodec) {
        threads = 1
        // Drivers differ in their support of reordering.
        hasNoReordering = true
        setProfileAndLevel(settings)
        guard case .quality(let factor) = settings.rate else { return }
        set("rc_mode", "CQP")
        globalQuality = Self.quantizer(factor, codec)
    }

    /// Returns the quantizer of a rate factor; 0 would let drivers choose.
    private static func quantizer(_ factor: Double, _ codec: VideoCodec) -> CInt {
        let isIndexed = codec == .vp9 || codec == .av1
        return CInt(max(1, isIndexed ? scaled(factor, to: 255) : Int(factor.rounded())))
    }

    /// Sets what "QSV Encoders" in FFmpeg's documentation of codecs describes: a constant quantizer for a quality, which
    /// all hardware has, or else an average bit rate.
    private mutating func setQSV(_ settings: VideoSettings, _ encoder: VideoEncoderName) {
        threads = 1
        // Runtimes differ in their support of reordering.
        hasNoReordering = true
        set("preset", Self.qsvPresets[settings.preset] ?? settings.preset.rawValue)
        setProfile(settings)
        // oneVPL numbers levels as here: 41 for 4.1.
        if let number = settings.stream.level?.number, encoder.statesLevel { level = CInt(number) }
        guard case .quality(let factor) = settings.rate else { return }
        hasConstantQuantizer = true
        globalQuality = Self.quantizer(factor, encoder.codec) * CInt(FF_QP2LAMBDA)
    }

    private mutating func setNVENC(_ settings: VideoSettings, _ codec: VideoCodec) {
        threads = 1
        set("preset", Self.nvencPresets[settings.preset] ?? "p3")
        if let tune = settings.stream.tune { set("tune", tune.rawValue) }
        setProfileAndLevel(settings)
        guard case .quality(let factor) = settings.rate else { return }
        set("rc", "vbr")
        // 0 would let the encoder choose.
        set("cq", max(1, codec == .av1 ? Self.scaled(factor, to: 63) : Int(factor.rounded())))
    }

    /// Sets a profile; AV1 and VP9 have only one for 8-bit 4:2:0.
    private mutating func setProfile(_ settings: VideoSettings) {
        guard let profile = settings.stream.profile, [.h264, .hevc].contains(settings.codec) else { return }
        let isVAAPI = !options.contains { $0.name == "preset" }
        set("profile", profile == .baseline && isVAAPI ? "constrained_baseline" : profile.rawValue)
    }

    /// Sets what drivers choose by themselves otherwise.
    private mutating func setProfileAndLevel(_ settings: VideoSettings) {
        setProfile(settings)
        if let level = settings.stream.level {
            set("level", settings.codec == .av1 ? level.exact : level.description)
        }
    }

    private static let nvencPresets: [EncoderPreset: String] = [
        .ultrafast: "p1", .superfast: "p2", .veryfast: "p3", .faster: "p4", .fast: "p4", .medium: "p5", .slow: "p6",
        .slower: "p6", .veryslow: "p7", .placebo: "p7",
    ]
    /// QSV has the other presets by the same names.
    private static let qsvPresets: [EncoderPreset: String] = [
        .ultrafast: "veryfast", .superfast: "veryfast", .placebo: "veryslow",
    ]
}
