public import EngineLink
public import Frames

/// A picture of a page that belongs to a step.
public struct StepStill: Sendable {
    /// The step, and why and when the picture was captured.
    public let step: StepPicture
    /// The picture of the whole view, in device pixels.
    public let pixels: PixelBuffer

    /// Describes a picture.
    package init(_ step: StepPicture, _ pixels: PixelBuffer) {
        self.step = step
        self.pixels = pixels
    }
}
