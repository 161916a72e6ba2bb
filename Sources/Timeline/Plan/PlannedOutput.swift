public import Encoder
public import Frames

/// An output of a timeline.
public struct PlannedOutput: Sendable, Equatable {
    /// The kind of file.
    public enum Kind: Sendable, Hashable {
        /// A video with sound, or an animated picture, as the file's name says: MP4, WebM, MKV, MOV, GIF, WebP or APNG.
        case movie
        /// The sound alone. The file name determines the format: WAV, FLAC, M4A, MP3 or Opus.
        case sound
        /// The picture of one frame: PNG, JPEG or WebP.
        case still(frame: Int)
        /// A contact sheet.
        case sheet(columns: Int, frames: [Int])
        /// One file per frame; the frame number replaces `%05d` in the name.
        case sequence
        /// An OpenTimelineIO file for other editors.
        case interchange
        /// A file of subtitles: SRT, WebVTT or ASS. The language chooses the track (default: the first).
        case subtitles(language: String?)
        /// A Live Photo: Apple's pair of a picture and a movie. `still` is the picture's frame.
        case livePhoto(still: Int)
        /// A Motion Photo: Android's picture with an embedded movie. `still` is the picture's frame.
        case motionPhoto(still: Int)
    }

    /// Where the output is described, for messages about its file.
    public var origin: String?
    /// The kind of file.
    public var kind: Kind
    /// The size of the pictures (default: the canvas's).
    public var size: PixelSize?
    /// The frame rate, at most the timeline's (default: the timeline's).
    public var frameRate: FrameRate?
    /// The part of the timeline to write (default: all of it).
    public var frames: Range<Int>?
    /// The path, and how a movie is encoded.
    ///
    /// A soundtrack takes the place of the timeline's sounds. Whether a file is overwritten is one of the
    /// ``OutputSettings``.
    public var movie: MovieSettings
    /// Whether a video's pictures are copied from the timeline's films without being encoded (default: they are encoded).
    public var copying = PictureCopying.never
    /// The integrated loudness to which the sound is brought, in LUFS (EBU R 128; default: unchanged).
    public var loudness: Double?
    /// Whether a live photo is put into a bundle.
    public var isBundle = false
    /// Whether the pictures of HDR films keep their light and colors (default: they are converted to BT.709).
    ///
    /// The timeline then consists of plain cuts of HDR films. The codec is HEVC or AV1, with 10 bits.
    public var keepsHDR = false
    /// The kind of HDR that the output keeps, for people; `nil` if it keeps none, or if its films were not examined.
    package var hdrName: String?

    /// Describes an output.
    public init(path: String, kind: Kind) {
        movie = MovieSettings(output: path)
        self.kind = kind
    }

    /// The file's path, or the common stem of a pair's paths.
    public var path: String {
        get { movie.output }
        set { movie.output = newValue }
    }

    /// Returns a movie's settings for its pictures; `nil` if its name is not a video's.
    func video(size: PixelSize, frameRate: FrameRate, hasAlpha: Bool = false) -> VideoSettings? {
        guard let container = MovieContainer(fileName: path) else { return nil }
        var movie = movie
        if keepsHDR {
            if movie.codec == nil, movie.encoder == nil { movie.codec = VideoCodec.codec(ofHDRIn: container) }
            if movie.stream.profile == nil, movie.stream.pixelFormat == nil { movie.stream.pixelFormat = .yuv420p10 }
        }
        var video = movie.video(size: size, frameRate: frameRate, hasAlpha: hasAlpha)
        video.keepsHDR = keepsHDR
        return video
    }
}

extension PlannedOutput.Kind {
    /// The supported file name extensions, for messages.
    package static let fileNames =
        (MovieContainer.videoExtensions + SoundFileFormat.allCases.map(\.rawValue)).map { ".\($0), " }.joined()
        + ".gif, .apng, .webp, .png, .jpg, .srt, .vtt, .ass or .otio"

    /// The kind that a file name implies, or `nil` for an unknown extension.
    ///
    /// A single picture is a still of the first frame; `%05d` in its name makes it a sequence. A `.webp` file is one, too.
    package init?(fileName: String) {
        let name = fileName.lowercased()
        if StillFormat(fileName: name) == nil, MovieContainer(fileName: name) != nil {
            self = .movie
        } else if SoundFileFormat(fileName: name) != nil {
            self = .sound
        } else if name.hasSuffix(".otio") {
            self = .interchange
        } else if SubtitleFormat(fileName: name) != nil {
            self = .subtitles(language: nil)
        } else if StillFormat(fileName: name) != nil {
            self = name.contains(#/%0?[0-9]*d/#) ? .sequence : .still(frame: 0)
        } else {
            return nil
        }
    }
}

extension PlannedOutput.Kind {
    /// Whether the output is a text, which is written without rendering.
    package var isText: Bool {
        switch self {
        case .interchange, .subtitles: true
        case .movie, .sound, .still, .sheet, .sequence, .livePhoto, .motionPhoto: false
        }
    }
}

extension TimelinePlan {
    /// Warnings about outputs that may not be meant, for the user, as sentences.
    package var outputWarnings: [String] {
        outputs.compactMap { output in
            // Pixels that are not square stretch the picture on purpose.
            guard let size = output.size, output.movie.stream.pixelAspect == .square, !size.hasShape(of: self.size)
            else { return nil }
            let text =
                "The output's \(size) has another shape than the canvas's \(self.size), so its picture is squeezed. Give "
                + "one of width and height, and the other follows."
            return text.at(output.origin)
        }
    }
}
