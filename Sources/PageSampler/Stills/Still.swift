public import EngineLink
public import Frames

/// A single picture of a page.
public struct Still: Sendable {
    /// The requested moment.
    public let moment: PictureMoment
    /// When it was captured, as a time since the page began to arrive.
    public let pageTime: Duration
    /// The picture, in device pixels.
    public let pixels: PixelBuffer
}
