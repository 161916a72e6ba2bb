public import Frames
public import LibAV

/// The container format of a movie, or the format of an animated picture.
public enum MovieContainer: String, Sendable, CaseIterable {
    /// MPEG-4 (ISO/IEC 14496-14), for players of all kinds.
    case mp4
    /// Matroska (RFC 9559), for every codec but ProRes.
    case mkv
    /// WebM, Matroska's subset for the web.
    case webm
    /// QuickTime, for editing.
    case mov
    /// GIF, an animated picture of 255 colors without sound.
    case gif
    /// WebP as an animated picture, without sound.
    case webp
    /// APNG, a lossless animated picture without sound.
    case apng

    /// The containers of videos.
    public static let allCases: [MovieContainer] = [.mp4, .mkv, .webm, .mov]

    /// The formats of animated pictures.
    public static let animations: [MovieContainer] = [.gif, .webp, .apng]

    /// The supported file name extensions, without the dot.
    public static let fileExtensions = videoExtensions + animations.map(\.rawValue)

    /// The supported file name extensions of videos, without the dot.
    public static let videoExtensions = ["mp4", "m4v", "mkv", "webm", "mov"]

    /// The supported file name extensions, as text for messages.
    public static let fileNames = ".mp4, .m4v, .mkv, .webm, .mov, .gif, .webp or .apng"

    /// Chooses the container by a file name's extension; `nil` if unsupported.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        if name.hasSuffix(".m4v") {
            self = .mp4
        } else if let known = (Self.allCases + Self.animations).first(where: { name.hasSuffix(".\($0.rawValue)") }) {
            self = known
        } else {
            return nil
        }
    }

    /// Chooses the container that suits a codec or encoder, if no file name decides.
    public init(codec: VideoCodec?, encoder: VideoEncoderName?, hasAlpha: Bool) {
        switch codec ?? encoder?.codec {
        case .prores: self = .mov
        case .ffv1: self = .mkv
        case .vp9: self = .webm
        case .gif: self = .gif
        case .webp: self = .webp
        case .apng: self = .apng
        case .h264, .hevc, .av1: self = .mp4
        case nil: self = hasAlpha ? .webm : .mp4
        }
    }

    /// The codecs that it can hold, the default first.
    public var codecs: [VideoCodec] {
        switch self {
        case .mp4: [.h264, .hevc, .av1, .vp9]
        case .mkv: [.h264, .hevc, .av1, .vp9, .ffv1]
        case .webm: [.vp9, .av1]
        case .mov: [.h264, .hevc, .prores]
        case .gif: [.gif]
        case .webp: [.webp]
        case .apng: [.apng]
        }
    }

    /// The codecs that keep transparency; none in MP4, whose players support none.
    public var transparentCodecs: [VideoCodec] { self == .mp4 ? [] : codecs.filter(\.keepsTransparency) }

    /// Returns the codec to use: the one asked for, the encoder's, or the container's default.
    public func codec(
        asked: VideoCodec?, encoder: VideoEncoderName?, hasAlpha: Bool
    ) -> VideoCodec {
        asked ?? encoder?.codec ?? (hasAlpha ? transparentCodecs : codecs).first ?? codecs[0]
    }

    /// Whether it is the format of an animated picture, which has no sound, no chapters and no metadata.
    public var isAnimation: Bool { Self.animations.contains(self) }

    /// The default frame rate of files in this format.
    public var usualFrameRate: FrameRate {
        self == .gif ? FrameRate(numerator: 15) ?? .thirty : .thirty
    }

    /// The highest frame rate, in frames per second; `nil` for any.
    ///
    /// Many players show a delay below two hundredths of a second in a GIF, and one up to a hundredth in the others, as
    /// a tenth.
    public var highestFrameRate: Int? {
        switch self {
        case .gif: 50
        case .webp, .apng: 60
        case .mp4, .mkv, .webm, .mov: nil
        }
    }

    /// The name of libavformat's muxer.
    var muxer: String { self == .mkv ? "matroska" : rawValue }
    /// Whether it is Matroska or its subset WebM.
    var isMatroska: Bool { self == .mkv || self == .webm }
    /// Whether libavformat writes and reads a description; not with QuickTime's metadata.
    var hasDescription: Bool { self != .mov }
    /// The metadata key of the program that made the movie.
    ///
    /// libavformat reads every such key back as `encoder`.
    var softwareKey: String { self == .mp4 ? "encoding_tool" : "encoder" }
    /// The codec of its sound, unless another one is asked for.
    var soundCodec: SoundCodec { self == .webm ? .opus : .aac }

    /// The codecs of sound that it can hold.
    public var soundCodecs: [SoundCodec] {
        switch self {
        case .mp4: [.aac]
        case .mkv: [.aac, .flac, .pcm]
        case .webm: [.opus]
        case .mov: [.aac, .pcm]
        case .gif, .webp, .apng: []
        }
    }
}

// MARK: - Compatibility

extension MovieContainer {
    /// Explains why the container, a codec and an encoder do not fit together, and what would.
    ///
    /// - Returns: A sentence; `nil` if they fit together.
    func mismatch(with codec: VideoCodec, encoder: VideoEncoderName?, hasAlpha: Bool) -> String? {
        guard codecs.contains(codec) else {
            let others = MovieContainer.allCases.filter { $0.codecs.contains(codec) }.map { ".\($0.rawValue)" }
            let own = codecs.map { "\($0.title) (\($0.rawValue))" }.joined(separator: ", ")
            return "A .\(rawValue) file cannot contain \(codec.title), only \(own). "
                + "For \(codec.title), name the output \(others.joined(separator: " or "))."
        }
        if let encoder, encoder.codec != codec {
            let fitting = VideoEncoderName.allCases.filter { $0.codec == codec }.map(\.rawValue)
            return "The encoder \(encoder.rawValue) produces \(encoder.codec.title), not \(codec.title). "
                + "For \(codec.title), use \(fitting.joined(separator: ", "))."
        }
        guard hasAlpha else { return nil }
        guard transparentCodecs.contains(codec), encoder?.keepsTransparency != false else {
            return
                "Transparency is kept by VP9 in a .webm or .mkv file (--codec vp9, by libvpx-vp9), by ProRes in a .mov "
                + "file (--codec prores), by FFV1 in a .mkv file (--codec ffv1) and by .webp and .apng files, not by \(encoder?.rawValue ?? codec.title) in a "
                + ".\(rawValue) file."
        }
        return nil
    }

    /// Explains why the container's sound cannot be stored in some way, and what would go; `nil` if it can.
    public func mismatch(with encoding: SoundEncoding) -> String? {
        guard !isAnimation else { return encoding.codec == nil ? nil : "A .\(rawValue) file has no sound." }
        let codec = encoding.codec ?? soundCodec
        guard soundCodecs.contains(codec) else {
            let own = soundCodecs.map { "\($0.title) (\($0.rawValue))" }.joined(separator: ", ")
            let others =
                MovieContainer.allCases.filter { $0.soundCodecs.contains(codec) }.map { ".\($0.rawValue)" }
            return "A .\(rawValue) file cannot contain sound in \(codec.title), only \(own)."
                + (others.isEmpty ? "" : " For \(codec.title), name the output \(others.joined(separator: " or ")).")
        }
        return codec.mismatch(with: encoding)
    }
}
