public import Encoder
public import Frames
public import LibAV

/// An output of a timeline.
public struct PlannedOutput: Sendable, Equatable {
    /// The kind of file.
    public enum Kind: Sendable, Hashable {
        /// A video with sound. The file name determines the format: MP4, WebM, MKV or MOV.
        case movie
        /// An animated GIF.
        case gif
        /// The picture of one frame: PNG, JPEG or WebP.
        case still(frame: Int)
        /// A contact sheet.
        case sheet(columns: Int, frames: [Int])
        /// One file per frame; the frame number replaces `%05d` in the name.
        case sequence
        /// An OpenTimelineIO file for other editors.
        case interchange
        /// A Live Photo: Apple's pair of a picture and a movie. `still` is the picture's frame.
        case livePhoto(still: Int)
        /// A Motion Photo: Android's picture with an embedded movie. `still` is the picture's frame.
        case motionPhoto(still: Int)
    }

    /// The file's path, or the common stem of a pair's paths.
    public var path: String
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
    /// A movie's rate control (default: the timeline's).
    public var rate: RateControl?
    /// How a movie's codec is used, beyond speed and rate control.
    public var stream = StreamSettings()
    /// How a movie's sound is encoded.
    public var sound = SoundEncoding()
    /// The codec of a movie's pictures (default: the container's first codec).
    public var codec: VideoCodec?
    /// Whether a live photo is put into a bundle.
    public var isBundle = false

    /// Returns a movie's settings for its pictures; `nil` if its name is not a video's.
    ///
    /// - Parameters:
    ///   - size: The size of its pictures.
    ///   - frameRate: Its frame rate.
    func video(size: PixelSize, frameRate: FrameRate) -> VideoSettings? {
        guard let container = MovieContainer(fileName: path) else { return nil }
        var video = VideoSettings(size: size, frameRate: frameRate)
        video.container = container
        video.codec = container.codec(asked: codec, encoder: nil, hasAlpha: false)
        video.stream = stream
        if let rate { video.rate = rate }
        return video
    }

    /// Describes an output.
    public init(path: String, kind: Kind) {
        self.path = path
        self.kind = kind
    }
}

extension PlannedOutput.Kind {
    /// The supported file name extensions, for messages.
    package static let fileNames = "\(MovieContainer.fileNames), .gif, .png, .jpg, .webp or .otio"

    /// The kind that a file name implies, or `nil` for an unknown extension.
    ///
    /// A single picture is a still of the first frame; `%05d` in its name makes it a sequence.
    package init?(fileName: String) {
        let name = fileName.lowercased()
        if MovieContainer(fileName: name) != nil {
            self = .movie
        } else if name.hasSuffix(".gif") {
            self = .gif
        } else if name.hasSuffix(".otio") {
            self = .interchange
        } else if StillFormat(fileName: name) != nil {
            self = name.contains(#/%0?[0-9]*d/#) ? .sequence : .still(frame: 0)
        } else {
            return nil
        }
    }
}
