public import Frames

/// What the pictures of a source are like.
public struct FrameFormat: Sendable, Hashable {
    /// Width and height of every picture; also odd ones.
    public var size: PixelSize
    /// Whether they have transparency, which the video is to keep.
    public var hasAlpha: Bool
    /// How many frames there will be, if that is known; for telling how far a
    /// job has come.
    public var frameCount: Int?

    /// Describes pictures.
    public init(size: PixelSize, hasAlpha: Bool = false, frameCount: Int? = nil) {
        self.size = size
        self.hasAlpha = hasAlpha
        self.frameCount = frameCount
    }
}
