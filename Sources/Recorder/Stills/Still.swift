public import EngineLink
public import Frames

/// A picture of a page.
public struct Still: Sendable {
    /// What it was taken for.
    public let moment: PictureMoment
    /// When it was taken, in time since the page began to arrive.
    public let pageTime: Duration
    /// The picture, in device pixels.
    public let pixels: PixelBuffer
}
