/// The supported video encoders of libavcodec.
public enum VideoEncoderName: String, Sendable, CaseIterable {
    /// x264, for H.264.
    case x264 = "libx264"
    /// x265, for HEVC.
    case x265 = "libx265"
    /// SVT-AV1, for AV1.
    case svtAV1 = "libsvtav1"
    /// libaom, for AV1, where SVT-AV1 is missing.
    case aomAV1 = "libaom-av1"
    /// libvpx, for VP9.
    case vpxVP9 = "libvpx-vp9"
    /// FFmpeg's own encoder for ProRes.
    case prores = "prores_ks"
    /// FFmpeg's own encoder for FFV1.
    case ffv1
    /// H.264 through VA-API, with a graphics processor.
    case h264VAAPI = "h264_vaapi"
    /// HEVC through VA-API.
    case hevcVAAPI = "hevc_vaapi"
    /// VP9 through VA-API.
    case vp9VAAPI = "vp9_vaapi"
    /// AV1 through VA-API.
    case av1VAAPI = "av1_vaapi"
    /// H.264 through NVIDIA's NVENC.
    case h264NVENC = "h264_nvenc"
    /// HEVC through NVENC.
    case hevcNVENC = "hevc_nvenc"
    /// AV1 through NVENC.
    case av1NVENC = "av1_nvenc"
    /// H.264 through Intel's Quick Sync Video.
    case h264QSV = "h264_qsv"
    /// HEVC through Quick Sync Video.
    case hevcQSV = "hevc_qsv"
    /// VP9 through Quick Sync Video.
    case vp9QSV = "vp9_qsv"
    /// AV1 through Quick Sync Video.
    case av1QSV = "av1_qsv"

    /// The interface of a hardware encoder.
    enum Hardware { case vaapi, nvenc, qsv }

    /// The codec that it encodes.
    public var codec: VideoCodec {
        switch self {
        case .x264, .h264VAAPI, .h264NVENC, .h264QSV: .h264
        case .x265, .hevcVAAPI, .hevcNVENC, .hevcQSV: .hevc
        case .svtAV1, .aomAV1, .av1VAAPI, .av1NVENC, .av1QSV: .av1
        case .vpxVP9, .vp9VAAPI, .vp9QSV: .vp9
        case .prores: .prores
        case .ffv1: .ffv1
        }
    }

    /// The hardware that it needs; `nil` for a software encoder.
    var hardware: Hardware? {
        switch self {
        case .h264VAAPI, .hevcVAAPI, .vp9VAAPI, .av1VAAPI: .vaapi
        case .h264NVENC, .hevcNVENC, .av1NVENC: .nvenc
        case .h264QSV, .hevcQSV, .vp9QSV, .av1QSV: .qsv
        case .x264, .x265, .svtAV1, .aomAV1, .vpxVP9, .prores, .ffv1: nil
        }
    }

    /// Whether it is a hardware encoder, which not every machine has.
    package var isHardware: Bool { hardware != nil }

    /// Whether it can store an alpha channel.
    public var keepsTransparency: Bool { hardware == nil && codec.keepsTransparency }

    /// Returns a codec's software encoders, which run on any machine, best first.
    static func software(for codec: VideoCodec) -> [VideoEncoderName] {
        allCases.filter { $0.codec == codec && $0.hardware == nil }
    }
}

/// What an encoder optimizes for, named as the encoders name it.
public enum EncoderTune: String, Sendable, CaseIterable {
    /// Filmed pictures.
    case film
    /// Drawn pictures with flat areas.
    case animation
    /// Filmed pictures whose grain is kept.
    case grain
    /// Pictures that stand still, as in slide shows.
    case stillimage
    /// A measured quality: the peak signal-to-noise ratio, or the structural similarity.
    case psnr, ssim
    /// Little work for the decoder.
    case fastdecode
    /// No frames held back by the encoder, for live video.
    case zerolatency
    /// Pages and slides: text, flat areas, sharp edges.
    case screen
    /// Visual quality, as opposed to a measured one.
    case vq
    /// High quality, low latency and ultra-low latency of hardware encoders.
    case hq, ll, ull
}

extension VideoEncoderName {
    /// The tunes that the encoder has.
    package var tunes: [EncoderTune] {
        switch self {
        case .x264: [.film, .animation, .grain, .stillimage, .psnr, .ssim, .fastdecode, .zerolatency]
        case .x265: [.animation, .grain, .psnr, .ssim, .fastdecode, .zerolatency]
        case .svtAV1: [.vq, .psnr]
        case .aomAV1: [.psnr, .ssim, .screen]
        case .vpxVP9: [.psnr, .ssim, .screen, .film]
        case .h264NVENC, .hevcNVENC, .av1NVENC: [.hq, .ll, .ull]
        case .prores, .ffv1, .h264VAAPI, .hevcVAAPI, .vp9VAAPI, .av1VAAPI, .h264QSV, .hevcQSV, .vp9QSV, .av1QSV: []
        }
    }
}

/// The trade-off between encoding time and file size, named as in x264.
///
/// From fastest to slowest. x264 encodes the High profile with each of them. Other encoders use
/// their closest setting.
public enum EncoderPreset: String, Sendable, CaseIterable {
    /// A preset of x264, from the fastest to the slowest.
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo
}

extension VideoEncoderName {
    /// The pixel formats that it encodes, the default first.
    ///
    /// Hardware encoders differ in what else they have.
    var formats: [PixelFormat] {
        switch self {
        case .x264, .x265, .aomAV1, .vpxVP9: PixelFormat.allYUV
        case .svtAV1: [.yuv420p, .yuv420p10]
        case .prores: [.yuv444p10, .yuv422p10]
        case .ffv1: [.bgr0] + PixelFormat.allYUV
        case .h264VAAPI, .hevcVAAPI, .vp9VAAPI, .av1VAAPI, .h264NVENC, .hevcNVENC, .av1NVENC, .h264QSV, .hevcQSV,
            .vp9QSV, .av1QSV:
            [.yuv420p]
        }
    }

    /// Whether the video states a requested level; libaom (3.6) states the lowest, whatever is requested.
    var statesLevel: Bool { ![.aomAV1, .vp9VAAPI, .vp9QSV].contains(self) }

    /// Whether the bit rate of a constant quality can be limited.
    ///
    /// libaom (3.6) exceeds the limit by far. VAAPI and QSV have a constant quantizer.
    var limitsQuality: Bool { self != .aomAV1 && hardware != .vaapi && hardware != .qsv }
}
