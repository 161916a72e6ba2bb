public import Frames

/// A picture of a file.
public struct PictureFrame: Sendable {
    /// The upright pixels, with premultiplied alpha.
    public let pixels: PixelBuffer
    /// How long the picture is shown; `nil` for a still, positive in an animation.
    public let duration: Duration?
}
