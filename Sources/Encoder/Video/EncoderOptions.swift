import CLibAV
import Frames

/// The settings of an encoder in its own terms.
struct EncoderOptions {
    /// The encoder's private options, in the order in which they are set.
    var options: [(name: String, value: String)] = []
    /// The profile, as libav numbers it.
    var profile: CInt?
    /// The level; for FFV1, the version of the format.
    var level: CInt?
    /// Slices per picture, which threads encode in parallel.
    var slices: CInt?
    /// Bits per second; 0 with constant quality.
    var bitrate = 0
    /// The number of threads that libav starts or passes to the encoder.
    var threads = 1
    /// The quality, for encoders without an option for it.
    var globalQuality: CInt?
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
        if case .bitrate(let bits) = settings.rate { bitrate = bits }
        switch encoder {
        case .x264: setX264(settings)
        case .x265: setX265(settings)
        case .svtAV1: setSVT(settings)
        case .aomAV1: setAOM(settings)
        case .vpxVP9: setVPX(settings)
        case .prores: setProRes()
        case .ffv1: setFFV1(settings)
        case .h264VAAPI, .hevcVAAPI, .vp9VAAPI, .av1VAAPI: setVAAPI(settings, encoder.codec)
        case .h264NVENC, .hevcNVENC, .av1NVENC: setNVENC(settings, encoder.codec)
        }
    }

    /// Returns the default number of threads for an encoder.
    ///
    /// One thread per processor, up to 8. For x264, 1.5 threads per processor, as x264 chooses
    /// itself because each thread waits for the previous one (`validate_parameters` in its
    /// encoder.c), but up to 4: each thread holds 16 MB of a 1080p movie, and 4 encode faster
    /// than any page renders.
    static func suitableThreads(for encoder: VideoEncoderName) -> Int {
        let processors = max(1, Int(av_cpu_count()))
        return encoder == .x264 ? min(processors * 3 / 2, 4) : min(processors, 8)
    }

    private mutating func set(_ name: String, _ value: String) { options.append((name, value)) }
    private mutating func set(_ name: String, _ value: Int) { options.append((name, "\(value)")) }
}

// MARK: - On the processor

extension EncoderOptions {
    private mutating func setX264(_ settings: VideoSettings) {
        // Lossless x264 requires the High 4:4:4 Predictive profile.
        let isLossless = settings.rate == .quality(0)
        profile = isLossless ? recorder_profile_h264_high_444 : recorder_profile_h264_high
        set("preset", settings.preset.rawValue)
        set("profile", isLossless ? "high444" : "high")
        // x264 signals the lowest profile that its tools need. The 8x8 transform, which
        // ultrafast disables, makes it High.
        //
        // Without `cpu-independent`, the AVX-512 version of x264's `mbtree_propagate_list` (0.164)
        // reads beyond the last macroblock of a row unless the width is a multiple of 128 pixels.
        // The same frames then give different files.
        set("x264-params", "8x8dct=1:cpu-independent=1")
        if case .quality(let factor) = settings.rate { set("crf", "\(factor)") }
    }

    private mutating func setX265(_ settings: VideoSettings) {
        // The number of frame threads changes the file, so it is fixed; the number of pool
        // threads does not.
        let workers = threads
        threads = 2
        set("preset", settings.preset.rawValue)
        // Closed GOPs, so that players can seek to every keyframe. No settings in the stream,
        // because they name the number of threads.
        var parameters = ["log-level=none", "pools=\(workers)", "open-gop=0", "info=0"]
        if case .quality(let factor) = settings.rate {
            if factor == 0 { parameters.append("lossless=1") } else { set("crf", "\(factor)") }
        }
        set("x265-params", parameters.joined(separator: ":"))
    }

    private mutating func setSVT(_ settings: VideoSettings) {
        set("preset", Self.svtPresets[settings.preset] ?? 10)
        if case .quality(let factor) = settings.rate { set("crf", max(1, Self.scaled(factor, to: 63))) }
        set("svtav1-params", "lp=\(threads)")
    }

    private mutating func setAOM(_ settings: VideoSettings) {
        set("cpu-used", Self.aomSpeeds[settings.preset] ?? 6)
        set("row-mt", 1)
        if case .quality(let factor) = settings.rate { set("crf", max(1, Self.scaled(factor, to: 63))) }
    }

    private mutating func setVPX(_ settings: VideoSettings) {
        let (deadline, speed) = Self.vpxSpeeds[settings.preset] ?? ("good", 5)
        set("deadline", deadline)
        set("cpu-used", speed)
        set("row-mt", 1)
        // Color and alpha are encoded as two streams, which stay in step only without hidden
        // (alt-ref) frames.
        if settings.hasAlpha { set("auto-alt-ref", 0) }
        guard case .quality(let factor) = settings.rate else { return }
        if factor == 0 { set("lossless", 1) } else { set("crf", Self.scaled(factor, to: 63)) }
    }

    private mutating func setProRes() {
        set("profile", "4444")
        bitrate = 0
    }

    /// Selects FFV1's fastest tools, and slices for threads.
    ///
    /// Version 3, Golomb-Rice coding, small contexts (RFC 9043, 3.8.1 and 4.2).
    private mutating func setFFV1(_ settings: VideoSettings) {
        hasOnlyKeyframes = true
        bitrate = 0
        // Four slices are two by two, and FFmpeg (5.1) loses pixels in slices that are one pixel wide or high.
        (level, slices) = (3, min(settings.size.width, settings.size.height) > 2 ? 4 : 1)
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
        guard case .quality(let factor) = settings.rate else { return }
        set("rc_mode", "CQP")
        let isIndexed = codec == .vp9 || codec == .av1
        globalQuality = CInt(max(1, isIndexed ? Self.scaled(factor, to: 255) : Int(factor.rounded())))
    }

    private mutating func setNVENC(_ settings: VideoSettings, _ codec: VideoCodec) {
        threads = 1
        set("preset", Self.nvencPresets[settings.preset] ?? "p3")
        guard case .quality(let factor) = settings.rate else { return }
        set("rc", "vbr")
        // 0 would let the encoder choose.
        set("cq", max(1, codec == .av1 ? Self.scaled(factor, to: 63) : Int(factor.rounded())))
    }

    private static let nvencPresets: [EncoderPreset: String] = [
        .ultrafast: "p1", .superfast: "p2", .veryfast: "p3", .faster: "p4", .fast: "p4", .medium: "p5", .slow: "p6",
        .slower: "p6", .veryslow: "p7", .placebo: "p7",
    ]
}
