public import Frames

/// One picture of a file.
public struct PictureFrame: Sendable {
    /// The pixels, upright; their colours are multiplied by their alpha.
    public let pixels: PixelBuffer
    /// How long it is shown before the next one; nothing for a still, positive
    /// in an animation.
    public let duration: Duration?
}
