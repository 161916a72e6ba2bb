public import Frames

/// What a photo that moves came to be.
public struct PhotoSummary: Sendable {
    /// What kind of photo it is.
    public let form: PhotoPlan.Form
    /// The folder of both files; nothing where they are by themselves.
    public let bundle: String?
    /// The picture's file, a Motion Photo's only one.
    public let picture: String
    /// The movie's file; nothing for a Motion Photo.
    public let movie: String?
    /// What says that they belong together; nothing for a Motion Photo.
    public let identifier: String?
    /// Where its movie begins in the one that it was made from.
    public let from: Duration
    /// How long its movie is.
    public let duration: Duration
    /// How many pictures its movie has.
    public let frames: Int
    /// When the still is, from the beginning of its movie.
    public let still: Duration
    /// The still's width and height, in pixels.
    public let size: PixelSize
    /// Whether its movie has sound.
    public let hasSound: Bool
    /// The length of all its files, in bytes.
    public let bytes: Int
}
