public import Frames

/// A picture and for how many frames of the video it is shown.
public struct FrameRun: Sendable {
    /// The picture; read only from here on.
    ///
    /// Runs that share a buffer share its conversion.
    public let pixels: PixelBuffer
    /// Frames of the video; positive.
    public let count: Int

    /// Shows a picture for some frames, one without more said.
    public init(_ pixels: PixelBuffer, count: Int = 1) {
        precondition(count > 0, "a picture is shown for a frame at least")
        self.pixels = pixels
        self.count = count
    }
}
