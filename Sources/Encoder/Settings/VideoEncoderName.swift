/// The supported video encoders of libavcodec.
public enum VideoEncoderName: String, Sendable, CaseIterable {
    case x264 = "libx264"
    case x265 = "libx265"
    case svtAV1 = "libsvtav1"
    case aomAV1 = "libaom-av1"
    case vpxVP9 = "libvpx-vp9"
    case prores = "prores_ks"
    case ffv1
    case h264VAAPI = "h264_vaapi"
    case hevcVAAPI = "hevc_vaapi"
    case vp9VAAPI = "vp9_vaapi"
    case av1VAAPI = "av1_vaapi"
    case h264NVENC = "h264_nvenc"
    case hevcNVENC = "hevc_nvenc"
    case av1NVENC = "av1_nvenc"

    /// The interface of a hardware encoder.
    enum Hardware { case vaapi, nvenc }

    /// The codec that it encodes.
    public var codec: VideoCodec {
        switch self {
        case .x264, .h264VAAPI, .h264NVENC: .h264
        case .x265, .hevcVAAPI, .hevcNVENC: .hevc
        case .svtAV1, .aomAV1, .av1VAAPI, .av1NVENC: .av1
        case .vpxVP9, .vp9VAAPI: .vp9
        case .prores: .prores
        case .ffv1: .ffv1
        }
    }

    /// The hardware that it needs; `nil` for a software encoder.
    var hardware: Hardware? {
        switch self {
        case .h264VAAPI, .hevcVAAPI, .vp9VAAPI, .av1VAAPI: .vaapi
        case .h264NVENC, .hevcNVENC, .av1NVENC: .nvenc
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
