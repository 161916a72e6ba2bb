/// How pictures are compressed.
public enum VideoCodec: String, Sendable, CaseIterable {
    case h264, hevc, av1, vp9
    /// Apple ProRes 4444, for editing: every picture is whole.
    case prores
    /// FFV1, for archives and editing: every pixel is kept as it was.
    case ffv1

    /// The codec's name for a person.
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

    /// Whether pictures can keep their transparency.
    public var keepsTransparency: Bool { self == .vp9 || self == .prores || self == .ffv1 }

    /// Whether quality, bit rate and preset mean anything to it.
    public var isAdjustable: Bool { self != .prores && self != .ffv1 }
}
