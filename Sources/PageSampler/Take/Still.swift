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
    /// The parts that comparisons leave out: what the elements of the plan's selectors covered.
    package let ignored: [StepPicture.Area]
    /// How much of the page is below the view, in CSS pixels; 0 unless the plan asks for it.
    package let hiddenHeight: Int

    /// The engine runs the code of pages, so its numbers are limited.
    static let mostHidden = 1_000_000_000
}
