public import LibAV

/// The format of a file with sound only.
public enum SoundFileFormat: String, Sendable, CaseIterable {
    /// RIFF wave with PCM; from 4 GiB on, RF64 (EBU Tech 3306).
    case wav
    /// FLAC.
    case flac
    /// MPEG-4 with AAC.
    case m4a
    /// MP3, with a LAME tag that states its length.
    case mp3
    /// Opus in Ogg (RFC 7845).
    case opus

    /// The supported file name extensions, as text for messages.
    public static let fileNames = ".wav, .flac, .m4a, .mp3 or .opus"

    /// The supported file name extensions, without the dot.
    public static let fileExtensions = allCases.map(\.rawValue)

    /// Chooses the format by a file name's extension; `nil` if unsupported.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        guard let known = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
        self = known
    }

    /// The codec of the sound.
    public var codec: SoundCodec {
        switch self {
        case .wav: .pcm
        case .flac: .flac
        case .m4a: .aac
        case .mp3: .mp3
        case .opus: .opus
        }
    }

    /// The name of libavformat's muxer.
    var muxer: String { self == .m4a ? "ipod" : rawValue }

    /// Explains why sound cannot be stored in some way, and what would go; `nil` if it can.
    package func mismatch(with encoding: SoundEncoding) -> String? { codec.mismatch(with: encoding) }
}
