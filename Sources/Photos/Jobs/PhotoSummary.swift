public import Frames

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
