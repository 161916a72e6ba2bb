public import Frames

/// A picture and the number of frames for which it is shown.
public struct FrameRun: Sendable {
    /// The picture; not modified from here on.
    ///
    /// Runs that share a buffer share its conversion to video.
    public let pixels: PixelBuffer
    /// The number of frames; positive.
    public let count: Int

    /// Shows a picture for a number of frames.
    public init(_ pixels: PixelBuffer, count: Int = 1) {
        precondition(count > 0, "a picture is shown for a frame at least")
        self.pixels = pixels
        self.count = count
    }
}
