internal import Encoder
import Files
public import Frames

/// A Live Photo or Motion Photo to create.
public struct PhotoPlan: Sendable {
    /// The kind of photo.
    public enum Form: Sendable, Hashable {
        /// Apple's Live Photo: a JPEG and a QuickTime movie linked by an identifier.
        case live
        /// The same files in a `.pvt` folder, which macOS treats as one document.
        case liveBundle
        /// Android's Motion Photo: a JPEG with an MP4 appended.
        case motion
    }

    /// The movie's file.
    public var movie: String
    /// The output's path without an extension, such as `IMG_0001`.
    public var output: String
    /// The kind of photo.
    public var form: Form
    /// The clip's start in the movie (default: 0 s).
    public var from = Duration.zero
    /// The clip's duration; `nil` to extend to the movie's end, up to ``usualDuration``.
    public var duration: Duration?
    /// The maximum duration if ``duration`` is `nil` (default: unlimited).
    public var usualDuration: Duration?
    /// The still's time from ``from``; `nil` for the middle.
    public var still: Duration?
    /// Whether a Motion Photo contains the movie's file unchanged (default: no).
    ///
    /// Applies only to a whole MP4; other movies are copied. The file's metadata is included.
    public var keepsFile = false
    /// Whether existing files may be replaced (default: no).
    public var overwritesOutput = false
    /// The identifier that links a Live Photo's files (default: a new one).
    package var identifier = ContentIdentifier()

    /// Creates a plan for a whole movie.
    public init(movie: String, output: String, form: Form) {
        self.movie = movie
        self.output = output
        self.form = form
    }
}

extension PhotoPlan {
    /// The files' names, without a folder in a bundle.
    var pictureName: String { form == .motion ? output + ".MP.jpg" : output + ".JPG" }
    var movieName: String { output + ".MOV" }
    var bundleName: String { output + ".pvt" }
}

/// The properties of a finished photo.
public struct PhotoSummary: Sendable {
    /// The kind of photo.
    public let form: PhotoPlan.Form
    /// The folder of both files; `nil` if they are not in a bundle.
    public let bundle: String?
    /// The picture's file, the only one of a Motion Photo.
    public let picture: String
    /// The movie's file; `nil` for a Motion Photo.
    public let movie: String?
    /// The identifier that links the files; `nil` for a Motion Photo.
    public let identifier: String?
    /// The clip's start in the original movie.
    public let from: Duration
    /// The clip's duration.
    public let duration: Duration
    /// The number of pictures in the clip.
    public let frames: Int
    /// The still's time, from the clip's start.
    public let still: Duration
    /// The still's width and height in pixels.
    public let size: PixelSize
    /// Whether the clip has sound.
    public let hasSound: Bool
    /// The length of all files, in bytes.
    public let bytes: Int
}

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
