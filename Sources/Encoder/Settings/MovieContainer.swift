/// The kind of file that holds the pictures and the sound.
public enum MovieContainer: String, Sendable, CaseIterable {
    case mp4, mkv, webm, mov

    /// The ends of file names that are known, without their dot.
    public static let fileExtensions = ["mp4", "m4v", "mkv", "webm", "mov"]

    /// The ends of file names that are known, as a person reads them.
    public static let fileNames = ".mp4, .m4v, .mkv, .webm or .mov"

    /// The container that a file's name asks for, or nothing for other names.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        if name.hasSuffix(".m4v") {
            self = .mp4
        } else if let known = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) {
            self = known
        } else {
            return nil
        }
    }

    /// The container that goes best with what was asked for, where no file's
    /// name says which.
    public init(codec: VideoCodec?, encoder: VideoEncoderName?, hasAlpha: Bool) {
        switch codec ?? encoder?.codec {
        case .prores: self = .mov
        case .ffv1: self = .mkv
        case .vp9: self = .webm
        case .h264, .hevc, .av1: self = .mp4
        case nil: self = hasAlpha ? .webm : .mp4
        }
    }

    /// The codecs that it can hold, the one without a wish first.
    public var codecs: [VideoCodec] {
        switch self {
        case .mp4: [.h264, .hevc, .av1, .vp9]
        case .mkv: [.h264, .hevc, .av1, .vp9, .ffv1]
        case .webm: [.vp9, .av1]
        case .mov: [.h264, .hevc, .prores]
        }
    }

    /// The codecs that keep transparency in it; players of MP4 know none.
    public var transparentCodecs: [VideoCodec] { self == .mp4 ? [] : codecs.filter(\.keepsTransparency) }

    /// The codec that a file gets: the one that was asked for, the one of the
    /// encoder that was, or else the container's first.
    public func codec(
        asked: VideoCodec?, encoder: VideoEncoderName?, hasAlpha: Bool
    ) -> VideoCodec {
        asked ?? encoder?.codec ?? (hasAlpha ? transparentCodecs : codecs).first ?? .h264
    }

    /// The name of libavformat's muxer.
    var muxer: String { self == .mkv ? "matroska" : rawValue }
    /// Whether it is made of Matroska's elements.
    var isMatroska: Bool { self == .mkv || self == .webm }
    /// Whether libavformat writes a description and reads it back; with
    /// QuickTime's own metadata it does not.
    var hasDescription: Bool { self != .mov }
    /// Where libavformat finds the program that made the movie; it reads
    /// all of them back as `encoder`.
    var softwareKey: String { self == .mp4 ? "encoding_tool" : "encoder" }
    /// How sound is compressed in it.
    var soundCodec: SoundCodec { self == .webm ? .opus : .aac }
}
