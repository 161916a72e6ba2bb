public import Frames

/// The format of a source's pictures.
public struct FrameFormat: Sendable, Hashable {
    /// The size of every picture; sides can be odd.
    public var size: PixelSize
    /// Whether the pictures have transparency that the video should keep.
    public var hasAlpha: Bool
    /// The number of frames, if known; used to report progress.
    public var frameCount: Int?

    /// Creates a format.
    public init(size: PixelSize, hasAlpha: Bool = false, frameCount: Int? = nil) {
        self.size = size
        self.hasAlpha = hasAlpha
        self.frameCount = frameCount
    }
}
