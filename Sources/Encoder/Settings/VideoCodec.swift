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

    /// The codec's name to show to people.
    public var title: String {
        switch self {
        case .h264: "H.264"
        case .hevc: "HEVC"
        case .av1: "AV1"
        case .vp9: "VP9"
        case .prores: "ProRes"
        case .ffv1: "FFV1"
        }
    }

    /// Whether it can store an alpha channel.
    public var keepsTransparency: Bool { self == .vp9 || self == .prores || self == .ffv1 }

    /// Whether it has settings for quality, bit rate and preset.
    public var isAdjustable: Bool { self != .prores && self != .ffv1 }
}
