import CLibAV

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
