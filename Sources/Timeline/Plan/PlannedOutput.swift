public import Encoder
public import Frames

/// What is written from a timeline.
public struct PlannedOutput: Sendable, Equatable {
    /// What kind of file it is.
    public enum Kind: Sendable, Hashable {
        /// A video with sound, by the file's name: MP4, WebM, MKV or MOV.
        case movie
        /// An animated GIF.
        case gif
        /// The picture of one frame: PNG, JPEG or WebP.
        case still(frame: Int)
        /// One picture of many small ones.
        case sheet(columns: Int, frames: [Int])
        /// A file for each frame; `%05d` in the name is the frame.
        case sequence
        /// A description for other editors, as OpenTimelineIO.
        case interchange
        /// Apple's pair of a picture and a film; the still is the frame.
        case livePhoto(still: Int)
        /// Android's picture with a film in it; the still is the frame.
        case motionPhoto(still: Int)
    }

    /// The file's path, or the part of it that pairs share.
    public var path: String
    /// What kind of file it is.
    public var kind: Kind
    /// The picture's size; the canvas' without.
    public var size: PixelSize?
    /// Frames a second, not above the timeline's; the timeline's without.
    public var frameRate: FrameRate?
    /// The part of the timeline that it holds; all of it without.
    public var frames: Range<Int>?
    /// A movie's quality, within `RateControl.qualityRange`; the encoders'
    /// default without.
    public var quality: Double?
    /// How a movie's pictures are compressed; its file's first codec without.
    public var codec: VideoCodec?
    /// Whether a live photo is put into a bundle.
    public var isBundle = false

    /// Describes an output.
    public init(path: String, kind: Kind) {
        self.path = path
        self.kind = kind
    }
}
