import CLibAV

/// The video codecs.
public enum VideoCodec: String, Sendable, CaseIterable {
    /// H.264 (ITU-T H.264), which every player has.
    case h264
    /// HEVC (ITU-T H.265).
    case hevc
    /// AV1, of the Alliance for Open Media.
    case av1
    /// VP9, the codec of WebM; also with an alpha channel.
    case vp9
    /// Apple ProRes 4444, for editing: every frame is a keyframe.
    case prores
    /// FFV1, for archives and editing: lossless.
    case ffv1
    /// The codec of a GIF, an animated WebP or an APNG.
    case gif, webp, apng

    /// The codecs of videos.
    ///
    /// Those of animated pictures follow from the file's name.
    public static let allCases: [VideoCodec] = [.h264, .hevc, .av1, .vp9, .prores, .ffv1]

    /// The codec's name to show to people.
    public var title: String {
        switch self {
        case .h264: "H.264"
        case .hevc: "HEVC"
        case .av1: "AV1"
        case .vp9: "VP9"
        case .prores: "ProRes"
        case .ffv1: "FFV1"
        case .gif: "GIF"
        case .webp: "WebP"
        case .apng: "APNG"
        }
    }

    /// Whether it can store an alpha channel.
    public var keepsTransparency: Bool { [.vp9, .prores, .ffv1, .webp, .apng].contains(self) }

    /// The codecs of videos that keep HDR.
    static let ofHDR: [VideoCodec] = [.hevc, .av1]

    /// Returns the codec that keeps HDR in a container, unless another one is asked for; `nil` if the container cannot
    /// hold such a codec.
    package static func codec(ofHDRIn container: MovieContainer) -> VideoCodec? {
        ofHDR.first(where: container.codecs.contains)
    }

    /// Whether it has settings for quality, bit rate and preset.
    public var isAdjustable: Bool { [.h264, .hevc, .av1, .vp9].contains(self) }
}

/// The profiles of the video codecs, named as their encoders name them.
public enum CodecProfile: String, Sendable, CaseIterable {
    /// H.264 Constrained Baseline: no B-frames and no CABAC, for the simplest decoders.
    case baseline
    /// H.264, HEVC and AV1: 8 bits, or up to 10 in AV1, 4:2:0.
    case main
    /// H.264: 8 bits, 4:2:0. AV1: up to 10 bits, up to 4:4:4.
    case high
    /// H.264: up to 10 bits, 4:2:0.
    case high10
    /// H.264: up to 10 bits, up to 4:2:2.
    case high422
    /// H.264 High 4:4:4 Predictive: up to 4:4:4, also lossless.
    case high444
    /// HEVC: 10 bits, 4:2:0.
    case main10
    /// HEVC: up to 10 bits, up to 4:2:2.
    case main422x10 = "main422-10"
    /// HEVC: 8 bits, 4:4:4.
    case main444x8 = "main444-8"
    /// HEVC: up to 10 bits, 4:4:4.
    case main444x10 = "main444-10"
    /// AV1: up to 12 bits, also 4:2:2.
    case professional
    /// VP9: 8 bits, 4:2:0.
    case vp9Profile0 = "0"
    /// VP9: 8 bits, 4:2:2 or 4:4:4.
    case vp9Profile1 = "1"
    /// VP9: 10 bits, 4:2:0.
    case vp9Profile2 = "2"
    /// VP9: 10 bits, 4:2:2 or 4:4:4.
    case vp9Profile3 = "3"
    /// ProRes 422, from the smallest files to the best pictures.
    case proxy, lt, standard, hq
    /// ProRes 4444: 4:4:4, also with an alpha channel.
    case prores4444 = "4444"
    /// ProRes 4444 XQ: as 4444, at a higher bit rate.
    case prores4444XQ = "4444xq"
}

extension VideoCodec {
    /// The codec's profiles, lowest first, with the pixel formats that they hold; a profile's default format is first.
    ///
    /// A format that a lower profile holds as well is left out, because encoders state the lowest one (H.264: ITU-T
    /// H.264, A.2; HEVC: ITU-T H.265, A.3; AV1: AV1 specification, 6.4.1; VP9: bitstream specification, 7.2).
    package var profiles: [(profile: CodecProfile, formats: [PixelFormat])] {
        switch self {
        case .h264:
            [
                (.baseline, [.yuv420p]), (.main, [.yuv420p]), (.high, [.yuv420p]), (.high10, [.yuv420p10]),
                (.high422, [.yuv422p, .yuv422p10]), (.high444, [.yuv444p, .yuv444p10]),
            ]
        case .hevc:
            [
                (.main, [.yuv420p]), (.main10, [.yuv420p10]), (.main422x10, [.yuv422p10, .yuv422p]),
                (.main444x8, [.yuv444p]), (.main444x10, [.yuv444p10]),
            ]
        case .av1:
            [
                (.main, [.yuv420p, .yuv420p10]), (.high, [.yuv444p, .yuv444p10]),
                (.professional, [.yuv422p, .yuv422p10]),
            ]
        case .vp9:
            [
                (.vp9Profile0, [.yuv420p]), (.vp9Profile1, [.yuv444p, .yuv422p]), (.vp9Profile2, [.yuv420p10]),
                (.vp9Profile3, [.yuv444p10, .yuv422p10]),
            ]
        case .prores:
            [
                (.prores4444, [.yuv444p10]), (.prores4444XQ, [.yuv444p10]), (.hq, [.yuv422p10]),
                (.standard, [.yuv422p10]), (.lt, [.yuv422p10]), (.proxy, [.yuv422p10]),
            ]
        case .ffv1, .gif, .webp, .apng: []
        }
    }

    /// Returns the pixel formats of a profile; empty if the codec does not have it.
    func formats(of profile: CodecProfile) -> [PixelFormat] {
        profiles.first { $0.profile == profile }?.formats ?? []
    }

    /// Returns the profile to use for a pixel format; `nil` if the codec has no profiles.
    func profile(holding format: PixelFormat) -> CodecProfile? {
        // The 8x8 transform of High makes files smaller, and every player has it.
        if self == .h264, format == .yuv420p { return .high }
        return profiles.first { $0.formats.contains(format) }?.profile
    }
}

/// How a video's pixels are stored, named as in FFmpeg.
///
/// The digits after `yuv` say how color is stored: for two by two pixels (420), for two in a row (422) or for each
/// pixel (444). A 10 at the end stands for 10 bits per sample instead of 8.
public enum PixelFormat: String, Sendable, CaseIterable {
    /// 8 bits per sample.
    case yuv420p, yuv422p, yuv444p
    /// 10 bits per sample.
    case yuv420p10, yuv422p10, yuv444p10
    /// The page's own 8-bit red, green and blue; in FFV1 only.
    case bgr0

    /// The formats with 10 bits per sample.
    static let of10Bits: [PixelFormat] = [.yuv420p10, .yuv422p10, .yuv444p10]

    /// The formats of YUV pixels.
    static let allYUV = allCases.filter { $0 != .bgr0 }

    /// libav's format.
    var libav: AVPixelFormat {
        switch self {
        case .yuv420p: AV_PIX_FMT_YUV420P
        case .yuv422p: AV_PIX_FMT_YUV422P
        case .yuv444p: AV_PIX_FMT_YUV444P
        case .yuv420p10: AV_PIX_FMT_YUV420P10LE
        case .yuv422p10: AV_PIX_FMT_YUV422P10LE
        case .yuv444p10: AV_PIX_FMT_YUV444P10LE
        case .bgr0: AV_PIX_FMT_BGR0
        }
    }

    /// libav's format with an alpha channel; `nil` if pagereel does not write it.
    var libavWithAlpha: AVPixelFormat? {
        switch self {
        case .yuv420p: AV_PIX_FMT_YUVA420P
        case .yuv444p10: AV_PIX_FMT_YUVA444P10LE
        case .bgr0: AV_PIX_FMT_BGRA
        case .yuv422p, .yuv444p, .yuv420p10, .yuv422p10: nil
        }
    }
}
