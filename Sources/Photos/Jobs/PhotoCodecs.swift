internal import Encoder
import Files

/// The codecs that a photo's movie may use.
struct PhotoCodecs {
    private let kind: String
    private let pictures: [String]
    private let sounds: [String]

    /// Creates the list for a kind of photo.
    ///
    /// Apple supports H.264 or HEVC with AAC or PCM; Android also AV1, and AAC only (Motion
    /// Photo format 1.0).
    init(_ form: PhotoPlan.Form) {
        switch form {
        case .live, .liveBundle:
            kind = "A Live Photo"
            pictures = ["h264", "hevc"]
            sounds = ["aac", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_f32le"]
        case .motion:
            kind = "A Motion Photo"
            pictures = ["h264", "hevc", "av1"]
            sounds = ["aac"]
        }
    }

    /// Rejects a movie that photo viewers would not play.
    func check(_ source: ClipSource, path: String) throws(FileError) {
        guard pictures.contains(source.pictureCodec) else {
            let known = pictures.map(Self.title).joined(separator: " or ")
            throw FileError(
                .unreadableInput,
                "\(kind)'s video is \(known); that of '\(path)' is \(Self.title(source.pictureCodec)). Record it again "
                    + "with --codec h264, or convert it.")
        }
        if let sound = source.soundCodec, !sounds.contains(sound) {
            let known = sounds.count > 1 ? "AAC or PCM" : "AAC"
            throw FileError(
                .unreadableInput,
                "\(kind)'s sound is \(known); that of '\(path)' is \(Self.title(sound)). Convert it, or leave the "
                    + "sound out.")
        }
    }

    /// Returns a warning about a supported but problematic movie; `nil` if there is no problem.
    static func warning(for source: ClipSource) -> String? {
        let plain = ["yuv420p", "yuvj420p", "yuv420p10le", "nv12"]
        guard !plain.contains(source.pixelFormat), !source.pixelFormat.isEmpty else { return nil }
        return
            "the video has a kind of pixels (\(source.pixelFormat)) that few phones show; record it with a --quality "
            + "above 0."
    }

    private static func title(_ codec: String) -> String {
        switch codec {
        case "h264": "H.264"
        case "hevc", "av1", "vp9", "vp8", "aac", "mp3", "flac", "alac", "ac3": codec.uppercased()
        case "opus": "Opus"
        case "vorbis": "Vorbis"
        case "prores": "ProRes"
        default: codec
        }
    }
}
